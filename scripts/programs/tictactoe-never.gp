; never loses at tic-tac-toe: ludus run scripts/tictactoe-never.lua --seed 3, and p:distil(game)
RPB
(SUM (ADD (EQ (FORTH) (IF (FORTH) (SIDE2) (ASIDE)))
          (ADD (EQ 1 (IF (FORTH) (AHEAD2) (SUM (IF (SIDE1) (AHEAD1) (LEAP2)))))
               (MUL (AHEAD2) (AHEAD1)))))
