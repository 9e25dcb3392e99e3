-- evolved.lua -- programs that runs of our own have found; the same as
-- scripts/programs/minesweeper-*.gp, which tests compare.

local evolved = {}

evolved.solver = [[
RPB (ADF0 6 (ADF0 (ADF0 (OR (ADF2 6) (NUM 2)) (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF1 1 (LT (ADD (PROGN 1 2) (EQ 0 2)) (OR (IFCOV 7 6) (LT 5 6))))) (ADF0 (ADF0 (ADF0 (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF0 8 4 8)) (SUB 1 (UNMRK 5)) (ADF0 6 (ADF0 (ADF0 (ADF0 3 7 6) (ADF1 1 (UNMRK 5)) (OR 4 6)) (ADF0 (ADF0 (ADF0 (OR 4 6) (OR 4 6) (SUB 1 (UNMRK 5))) (SUB 1 (ADF0 (ADF0 3 7 6) (OR 4 6) (SUB 1 (UNMRK 5)))) (ADF0 6 (ADF0 (UNC (ADF0 1 7 6)) (ADF0 6 5 1) (NOT 2)) 2)) (ADF0 (ADF0 3 7 6) (LT 4 6) (ADF0 (MOV 0) (OR 4 6) (ADF0 3 7 6))) (ADF1 1 (LT 1 2))) (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF0 8 4 8))) 2)) (ADF0 (ADF0 3 7 6) (OR 4 6) (ADF0 (ADF0 8 4 8) (OR 4 6) (ADF0 8 4 8))) (ADF0 8 4 8)) (SUB 1 (UNMRK 5)) (ADF1 1 (ADF0 6 (ADF1 (LT 2 3) (LT 1 2)) 2)))) (SUB 1 (ADF2 2)) (ADF1 1 (LT 1 1))) 7)
ADF0 (AND (MOV (SUB (ADF1 (ARG1) 6) (MOV (NUM (MOV (ARG1)))))) (MOV (ARG1)))
ADF1 (GT (ADF2 (IFCOV 4 (ARG1))) (ADF2 3))
ADF2 (EQ (LT (OR (SUB 3 (ARG0)) (GT (GT (IFCOV 5 1) (OR 1 (ARG0))) (UNC (GT (UNC (IF (UNC (OR (ARG0) (ARG0))) (LT (NUM 1) (UNC (ARG0))) (SUB (UNC (IF (NUM (UNC (ARG0))) (OR (AND 4 (ARG0)) 7) (GT (MOV (ARG0)) (UNC (ARG0))))) (NUM 8)))) (UNMRK (EQ (LT (UNC (ARG0)) (NUM (ARG0))) (MRK (IF (NUM (UNC (ARG0))) (UNC (NUM (ARG0))) (SUB (MOV (ARG0)) (UNC 4)))))))))) (UNMRK (UNC (ARG0)))) (UNC (NUM (ARG0))))

]]

evolved.two_mines = [[
RPB (SUB (PROGN 6 3) (GT (ADD (ADF0 (MOV (IF 8 1 5)) (EQ (ADD 6 3) (ADF1 6 2)) (GT (PROGN 7 6) (MOV 4))) (ADD (ADF2 5) (ADF0 (ADF0 7 6 1) (AND 8 1) (ADD 6 3)))) (ADF0 7 (UNC (PROGN (UNMRK 3) (ADF1 3 3))) (LT (OR (ADF0 (MRK 7) (AND 8 1) (SUB 1 3)) (ADF1 (ADD 6 3) (ADF0 8 (SUB (UNMRK 2) (GT (MRK (LT (ADF0 7 6 3) (IF 0 1 5))) (ADF0 7 (UNC (ADF0 7 6 3)) (LT (OR (ADF0 (MOV (ADD 4 2)) (NUM (MRK 3)) (GT (UNC 7) (ADF0 7 5 2))) (ADD (ADF0 (ADF0 (MRK 5) (ADF0 (MOV (ADD 4 2)) (NUM (ADF2 3)) (GT (UNC 7) (ADF0 7 5 2))) (ADF1 (ADF0 (ADF0 7 6 1) (AND 8 1) (ADD 6 3)) (ADF0 7 6 3))) (MRK 5) (MRK (LT (ADF0 7 6 3) (IF 0 1 5)))) (ADF0 8 (NUM (ADD 6 7)) (ADD 6 3)))) (IFCOV 2 (IF 0 1 5)))))) (MRK 5)))) (GT (UNC 3) (ADF0 7 (UNC (PROGN (UNC (AND (ADF0 3 3 3) (UNC 2))) (EQ (ADD (MOV 4) (PROGN 5 2)) (UNC (PROGN (MRK (AND (GT (PROGN 7 6) (ADF0 7 6 2)) (ADF0 7 6 3))) (PROGN (UNMRK 3) (ADF1 (AND 1 3) (ADF0 (ADF0 6 2 1) (AND 8 4) (UNC (PROGN (MRK (LT (ADD (ADF0 (NUM (PROGN 3 3)) (EQ (ADD 6 3) (ADF1 6 2)) (GT (ADF0 (ADD 7 0) (ADD 6 3) (MRK (AND (ADF0 7 6 3) (ADF0 7 6 3)))) (UNMRK 3))) (IFCOV (UNC 5) (ADF0 (NUM (ADD 1 8)) (ADF0 7 6 3) (ADD 6 3)))) (IF 0 1 5))) (EQ (ADF0 (ADF0 2 2 2) (ADD (MOV 4) (ADF0 (MOV (IF 8 1 5)) (LT (ADF0 7 6 3) (ADF0 3 6 7)) (GT (PROGN 7 6) (ADF0 4 4 3)))) (UNC (PROGN (MRK (LT (ADF0 3 6 3) (ADF0 6 2 1))) (EQ (IF (MOV (ADF0 7 6 3)) (ADD 7 0) (MRK (LT (ADF0 7 6 3) (IF 0 1 5)))) (ADF0 (ADF0 6 2 1) (ADD 6 3) (UNC (PROGN (MRK (LT (ADF0 7 6 3) (IF 0 1 5))) (EQ (PROGN 7 6) (ADF1 (PROGN 1 3) (ADF0 7 6 2)))))))))) (ADF1 (PROGN 1 3) (ADF0 7 6 2))))))))))))) (UNC (UNC (IF 8 1 5)))))))))
ADF0 (AND (ADF1 (IF (EQ (ADD (ARG0) 3) (ADD (ARG0) 3)) (SUB (ARG0) 4) (MRK (ADD (ARG2) 8))) (SUB (UNMRK (NOT (NUM 0))) (SUB (ADF1 (IF (SUB (ADF1 (IF (OR 4 1) (SUB (ARG0) (ARG0)) (ADF1 (ADF1 (EQ (ADD (ARG0) 3) (ADD (ARG0) 3)) (SUB (UNMRK (NOT (NUM 0))) (SUB (ADF1 (IF (SUB (ADF1 (IF (OR 4 1) (SUB (ARG0) (ARG0)) (ADF1 (AND (ADF1 (IF (IF 6 8 0) (SUB (ARG0) (ARG0)) 6) (ADF1 (IF (SUB (SUB (UNMRK 6) (ARG1)) (SUB (ADD 7 3) (ADD (ARG2) (ARG2)))) (ADF2 (ARG2)) (ADF2 (ARG2))) (SUB (EQ (AND (UNC (NUM 6)) (ADD (ARG0) 3)) (ADD (ARG0) 3)) (IF 6 8 0)))) (MOV (UNC (SUB (EQ (SUB (IFCOV (ADF1 (UNC (NUM 6)) (ADF2 (ARG2))) (NUM 6)) (IF 6 8 0)) (ADD (ARG0) 3)) (IF (ARG2) 8 0))))) (SUB (UNC (GT (ARG0) 4)) (IF 6 8 0)))) (ADD (ARG0) 3)) (PROGN (UNC 7) (MOV (UNC (GT (ARG0) 4))))) (SUB (ARG0) (ARG0)) (IF (ADF1 (ADF1 (ADF1 (UNC (OR 4 1)) (IF 6 8 0)) (NUM 6)) (ADD (ARG0) 3)) (IF 6 8 0) (ADF1 (PROGN 2 5) (SUB (UNMRK 6) (IF 6 8 0))))) (ADF1 (UNC (NUM 3)) (NUM 6))) (SUB (EQ (ADD (ARG0) 3) (ADD (ARG0) 3)) (UNMRK (NOT (NOT 0))))))) (SUB (SUB (EQ (GT (UNC (GT (ARG0) 4)) (ADD (ARG0) 3)) (ADD (ARG0) 3)) (IF 6 8 0)) (SUB (ARG0) 4)))) (SUB (EQ (UNC (NUM 6)) (ADD (ARG0) 3)) (SUB (IF (OR 4 1) (SUB (ARG0) (ARG0)) 6) (EQ (GT (UNC (GT (ARG0) 4)) (ADD (ARG0) 3)) (ADD (ARG0) 3))))) (PROGN (UNC 7) (MOV (UNC (GT (ARG0) 4))))) (SUB (ARG0) (ARG0)) (IF (ADF1 (ADF1 (PROGN (UNC (OR 4 1)) (NUM 6)) (NUM 6)) (UNC (NUM 6))) (IF 6 8 0) (ADF1 (PROGN 2 5) (SUB (UNMRK 6) (ARG1))))) (EQ (ADF1 (UNC (NUM 2)) (EQ 1 2)) (ADD (ARG0) 3))) (PROGN (UNC 7) (SUB (UNC (GT (ARG0) 4)) (IF 6 8 0)))))) (MOV (ADD (ARG0) 3)))
ADF1 (OR (ADF2 (NUM (LT (ARG0) (ARG0)))) (ARG0))
ADF2 (MOV (ARG0))
]]

evolved.real = [[
RPB (IF (IFCOV (IDLE) (OWNDIR)) (IF (SUB (MOREDIR) (OWNDIR)) (IF (MOREDIR) 4 (UNCOWNDIR)) (UNC (MRKOWNDIR))) (MRKOWNDIR))
]]

return evolved
