; an evaluation by genetic programming: ludus run scripts/othello-gp.lua --seed 1
RPB (SUB (SUB (ADD (ADD (SUB (SUB (MUL 10 (C8)) (MUL 0 (C6))) (MAX (C6) (C3))) (DIV 5 (C1))) (SUB (SUB (MUL 10 (C8)) (ADD (ADD (C6) (C6)) (DIV (EMPTY) 0))) (ADD (C4) (EMPTY)))) (MIN (ADD (ADD (C8) (C8)) (SUB (ADD (C8) (C8)) (MAX (C6) -2))) (MIN (SUB -10 -10) 1))) (MAX (C6) -2))
