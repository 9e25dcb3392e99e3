; The real Minesweeper by two numbers: 72% of 8 x 8 with 10 mines (safe first square).
; Found by what then was ludus run scripts/real-minesweeper.lua --set variant=pairs --seed 1, after 160,000 evaluations.
RPB (IF (IFCOV (IDLE) (MOREDIR)) (UNC (SUM (IF (IF (SUB (MOREDIR) (OWNDIR)) (OTHERDIR) (MRKOWNDIR)) (IFCOV (IFCOV (IF (EQ (IFCOV (IDLE) (MOREDIR)) (NUM (IFCOV 3 (IDLE)))) 0 (LT 4 (MOST (MOV 2)))) (IF (ADD (IFCOV (IDLE) (MOREDIR)) (MOV (IFCOV (IDLE) 0))) (IFCOV 0 (MOV (OWNDIR))) (MOV (MOV (MOST (MOV (IDLE))))))) (MOST (DIR))) (IF (MOREDIR) 3 (UNCOWNDIR))))) (UNCOWNDIR))
