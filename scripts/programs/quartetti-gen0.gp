; Best program of generation 0.
; Source: C. Quartetti, Evolving a program to play the game Minesweeper, 1998;
; parentheses repaired.
RPB (LT (ADF2 (AND (ADF1 1 7) (ADF0 5 4 2))) (OR (IF (ADF1 5 7) (ADF2 8) (PROGN 2 3)) (PROGN (IFCOV 1 4) (ADF0 7 7 7))))
ADF0 (ADF1 (OR (PROGN (LT (ARG1) 2) (LT 8 (ARG0))) (ADF1 (MOV (ARG2)) (MRK (ARG0)))) (ADF2 (PROGN (ARG2) (LT 3 (ARG2)))))
ADF1 (IF (ADD (UNC (ARG0)) (ADF2 (MOV 7))) (OR (IF (PROGN (ARG0) (ARG1)) (MOV (ARG1)) (AND (ARG0) (ARG0))) (MOV (ADF2 (ARG1)))) (IF (NUM (MRK 3)) (LT (NOT (ARG1)) 3) (SUB (IF (ARG0) (ARG0) (ARG1)) (UNC (ARG1)))))
ADF2 (IF (AND (SUB (UNC (ARG0)) (UNC 2)) (OR (UNMRK (ARG0)) (ADD 4 (ARG0)))) (PROGN (GT (ARG0) (IFCOV 7 (ARG0))) (ADD (ARG0) (UNMRK 5))) (NOT (PROGN (UNMRK 8) (ARG0))))
