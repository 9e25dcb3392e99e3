-- printed.lua -- the programs that the paper prints, their parentheses repaired; the
-- same as scripts/programs/quartetti-*.gp, which tests compare.

local printed = {}

printed.unc0 = [[
RPB (UNC 0)
ADF0 0
ADF1 0
ADF2 0
]]

printed.row = [[
RPB (PROGN (ADF0 0 0 0) (MOV 1))
ADF0 (PROGN (ADF1 0 0) (ADF1 0 0))
ADF1 (PROGN (ADF2 0) (PROGN (ADF2 0) (ADF2 0)))
ADF2 (PROGN (UNC 0) (MOV 3))
]]

printed.gen0 = [[
RPB (LT (ADF2 (AND (ADF1 1 7) (ADF0 5 4 2))) (OR (IF (ADF1 5 7) (ADF2 8) (PROGN 2 3)) (PROGN (IFCOV 1 4) (ADF0 7 7 7))))
ADF0 (ADF1 (OR (PROGN (LT (ARG1) 2) (LT 8 (ARG0))) (ADF1 (MOV (ARG2)) (MRK (ARG0)))) (ADF2 (PROGN (ARG2) (LT 3 (ARG2)))))
ADF1 (IF (ADD (UNC (ARG0)) (ADF2 (MOV 7))) (OR (IF (PROGN (ARG0) (ARG1)) (MOV (ARG1)) (AND (ARG0) (ARG0))) (MOV (ADF2 (ARG1)))) (IF (NUM (MRK 3)) (LT (NOT (ARG1)) 3) (SUB (IF (ARG0) (ARG0) (ARG1)) (UNC (ARG1)))))
ADF2 (IF (AND (SUB (UNC (ARG0)) (UNC 2)) (OR (UNMRK (ARG0)) (ADD 4 (ARG0)))) (PROGN (GT (ARG0) (IFCOV 7 (ARG0))) (ADD (ARG0) (UNMRK 5))) (NOT (PROGN (UNMRK 8) (ARG0))))
]]

printed.best = [[
RPB (LT (ADF2 (AND (ADF1 1 7) (ADF0 5 4 2))) (OR (IF (ADF1 5 7) (ADF2 8) (GT (ADF0 (ADD (LT 1 5) (MRK 7)) (ADD (LT 1 4) (ADF0 6 0 3)) (ADD (PROGN 2 3) (PROGN 0 2))) (ADF0 (UNMRK (IF (ADF1 5 7) (ADF2 8) (GT (ADF0 (ADD (LT 1 5) (MRK 7)) (ADD (LT 1 4) (MRK (LT (PROGN 0 8) (ADF0 7 0 0)))) (ADD (PROGN 2 3) (ADF0 7 4 2))) (ADF0 (NOT 4) (GT (MRK (LT (PROGN 0 8) (ADF0 5 4 2))) (ADF0 (ADF0 2 (NOT 4) (UNMRK 5)) (ADF0 (LT (PROGN 0 8) (ADF0 7 0 0)) (AND 2 3) (ADF0 6 5 3)) (EQ (MOV 8) (UNC 4)))) (LT (UNC 4) (PROGN 6 4)))))) (PROGN (ADD (ADF0 8 0 6) (PROGN 2 3)) (ADF0 (AND (SUB 0 6) (UNC 5)) 2 (LT (PROGN 0 8) (ADF0 7 0 0)))) (LT (UNC 4) (MOV 8))))) (PROGN (IFCOV 1 4) (ADF0 7 7 7))))
ADF0 (ADF1 (OR (PROGN (ADF2 (PROGN (EQ (EQ (IFCOV 8 (ARG0)) (EQ (ADF1 (MRK (ARG2)) (ADF2 (MRK (ARG2)))) (UNC (OR (GT 7 3) (ADD (ARG0) 6))))) (UNMRK (MOV 1))) (UNC (ADF1 2 7)))) (UNC (GT (UNC (LT (ADD 8 4) (ADF1 (ARG2) (ARG1)))) (ADD (NUM (ADF1 4 (ARG1))) (IF (NUM (MRK 3)) (LT (PROGN (EQ (MOV 8) (MOV 7)) (ADD (ARG1) 5)) 3) (SUB (MOV (ADF2 (ARG1))) (UNC (ARG1)))))))) (ADF1 (LT 0 (ARG1)) (ADD 0 4))) (ADF2 (PROGN (ARG2) (LT 1 4))))
ADF1 (IF (ADD (NOT 4) (ADF2 (MOV 7))) (LT (OR 0 8) 3) (IF (NUM (EQ 6 (ARG0))) (LT (PROGN (PROGN (EQ (MOV 8) (MOV 7)) (UNC 5)) (UNC 2)) 3) (SUB (IFCOV (MOV (ARG0)) (AND (SUB (UNC (ARG0)) (UNC (ARG0))) (OR (UNMRK (ARG0)) (SUB (ADD 8 4) (UNC (MRK 5)))))) (UNC (ARG1)))))
ADF2 (SUB (LT (IFCOV 8 (ARG0)) (IF (ARG0) 3 (ARG0))) (UNC (MRK 5)))
]]

return printed
