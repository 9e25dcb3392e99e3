; Clears every 6 x 6 board with one mine: 2449 of 2449.
; Found by ludus run scripts/minesweeper.lua --set variant=niches --seed 3, after 905,666
; evaluations in generation 96.
RPB (ADF0 6 (ADF0 (ADF0 (OR (ADF2 6) (NUM 2)) (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF1 1 (LT (ADD (PROGN 1 2) (EQ 0 2)) (OR (IFCOV 7 6) (LT 5 6))))) (ADF0 (ADF0 (ADF0 (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF0 8 4 8)) (SUB 1 (UNMRK 5)) (ADF0 6 (ADF0 (ADF0 (ADF0 3 7 6) (ADF1 1 (UNMRK 5)) (OR 4 6)) (ADF0 (ADF0 (ADF0 (OR 4 6) (OR 4 6) (SUB 1 (UNMRK 5))) (SUB 1 (ADF0 (ADF0 3 7 6) (OR 4 6) (SUB 1 (UNMRK 5)))) (ADF0 6 (ADF0 (UNC (ADF0 1 7 6)) (ADF0 6 5 1) (NOT 2)) 2)) (ADF0 (ADF0 3 7 6) (LT 4 6) (ADF0 (MOV 0) (OR 4 6) (ADF0 3 7 6))) (ADF1 1 (LT 1 2))) (ADF0 (ADF0 3 7 6) (SUB 1 (UNMRK 5)) (ADF0 8 4 8))) 2)) (ADF0 (ADF0 3 7 6) (OR 4 6) (ADF0 (ADF0 8 4 8) (OR 4 6) (ADF0 8 4 8))) (ADF0 8 4 8)) (SUB 1 (UNMRK 5)) (ADF1 1 (ADF0 6 (ADF1 (LT 2 3) (LT 1 2)) 2)))) (SUB 1 (ADF2 2)) (ADF1 1 (LT 1 1))) 7)
ADF0 (AND (MOV (SUB (ADF1 (ARG1) 6) (MOV (NUM (MOV (ARG1)))))) (MOV (ARG1)))
ADF1 (GT (ADF2 (IFCOV 4 (ARG1))) (ADF2 3))
ADF2 (EQ (LT (OR (SUB 3 (ARG0)) (GT (GT (IFCOV 5 1) (OR 1 (ARG0))) (UNC (GT (UNC (IF (UNC (OR (ARG0) (ARG0))) (LT (NUM 1) (UNC (ARG0))) (SUB (UNC (IF (NUM (UNC (ARG0))) (OR (AND 4 (ARG0)) 7) (GT (MOV (ARG0)) (UNC (ARG0))))) (NUM 8)))) (UNMRK (EQ (LT (UNC (ARG0)) (NUM (ARG0))) (MRK (IF (NUM (UNC (ARG0))) (UNC (NUM (ARG0))) (SUB (MOV (ARG0)) (UNC 4)))))))))) (UNMRK (UNC (ARG0)))) (UNC (NUM (ARG0))))

