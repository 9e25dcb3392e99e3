; The real Minesweeper by single numbers: 39.3% of 8 x 8 with 10 mines (safe first square).
; Found by what then was ludus run scripts/real-minesweeper.lua --seed 1, after 100,800 evaluations.
RPB (IF (IFCOV (IDLE) (OWNDIR)) (IF (SUB (MOREDIR) (OWNDIR)) (IF (MOREDIR) 4 (UNCOWNDIR)) (UNC (MRKOWNDIR))) (MRKOWNDIR))
