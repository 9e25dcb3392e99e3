-- programs.lua -- the programs that ship, as text: the files of scripts/programs.
--
-- Figure 8 of Bridon, Correll, Dubler and Gotsch, as printed and repaired; and
-- one bred from it by scripts/battleship-pretrain.lua.

return {
  figure8 = [[
// Bridon, Correll, Dubler, Gotsch: "An Artificially Intelligent Battleship Player
// Utilizing Adaptive Firing and Placement Strategies", Figure 8, as printed.
// It does not work: Locking never shoots, so TargetHit is still true there, and
// TempHit is never set. 93.7 shots with random Target and one-line skips.

Targeting state (5/10)
1. Target
2. SavePos // for the next state
3. Shoot
4. IfHit
5. Jump

Locking state (10/20)
1. LoadPos
2. VertDir // up or down
3. MoveFwd
4. IfHit
5. Jump
6. LoadPos
7. HorzDir // left or right
8. MoveFwd
9. IfHit
10. Jump

Sinking state (9/20)
1. MoveFwd
2. Shoot
3. IfMiss // past the end
4. IfTrue // and the other side is done
5. Jump
6. IfMiss // past the end, the other side not done
7. OppDir
8. IfMiss
9. LoadPos
]],
  repaired = [[
// Bridon, Correll, Dubler, Gotsch, Figure 8, repaired: SetFalse in Targeting, Shoot
// after both moves in Locking, and Sinking keeps in TempHit that one end was
// missed already. It means the same with either reading of a failed If. 67.5
// shots with random Target, 59.3 with checkerboard Target.

Targeting state (6/10)
1. Target
2. SavePos // where the ship was found
3. SetFalse // neither end is known
4. Shoot
5. IfHit
6. Jump

Locking state (12/20)
1. LoadPos
2. VertDir
3. MoveFwd
4. Shoot
5. IfHit
6. Jump
7. LoadPos
8. HorzDir
9. MoveFwd
10. Shoot
11. IfHit
12. Jump

Sinking state (12/20)
1. MoveFwd
2. Shoot
3. IfHit
4. SetFalse
5. IfTrue // missed twice: both ends are known
6. Jump
7. IfMiss // turn round, and go on from where the ship was found
8. OppDir
9. IfMiss
10. LoadPos
11. IfMiss
12. SetTrue
]],
  pretrained = [[
// Evolved from the repaired Figure 8 on the fleets of the hard-coded opponents by
//     ludus run scripts/battleship-pretrain.lua --seed 1
// The adaptive player starts from it.

Targeting state (10/10)
1. RandDir
2. Shoot
3. SavePos
4. VertDir
5. IfHit
6. Jump
7. HorzDir
8. Target
9. SetFalse
10. Target

Locking state (19/20)
1. IfHit
2. RandDir
3. SetFalse
4. IfHit
5. HorzDir
6. IfHit
7. VertDir
8. MoveFwd
9. Shoot
10. IfHit
11. Jump
12. VertDir
13. RandDir
14. IfMiss
15. LoadPos
16. SavePos
17. SetTrue
18. RandDir
19. SavePos

Sinking state (20/20)
1. MoveFwd
2. Shoot
3. IfHit
4. SetFalse
5. IfMiss
6. IfTrue
7. OppDir
8. IfTrue
9. SetTrue
10. IfMiss
11. LoadPos
12. IfTrue
13. Jump
14. IfMiss
15. SetTrue
16. OppDir
17. IfMiss
18. SetTrue
19. IfTrue
20. SetTrue
]],
}
