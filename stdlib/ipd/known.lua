-- known.lua -- machines that many players of the prisoner's dilemma are.
--
-- What 43 strategies of the Axelrod library do (version 4, MIT licence,
-- https://axelrod.readthedocs.io), as the smallest machines that do the same: facts, no
-- code. The rank is that in a round robin of the library's 150 deterministic strategies,
-- 200 turns, R 3 S 0 T 5 P 1. They are half of those that are machines: in order of rank
-- in pairs, of which the SHA-256 of "ludus-ipd-0:" and the name chose one; the other
-- half is not here, so that it can judge who learns from these.

-- { name, rank, machine }
return {
  { "Evolved FSM 6", 1, "c01 d23 c10 d34 d56 c34 d10" },
  { "Evolved FSM 16 Noise 05", 5,
    "c1.2 c3.4 d5.2 c6.2 d7.4 c4.8 c9.3 d4.10 d9.11 c9.12 d4.8 d7.13 c1.14 c15.9 " ..
    "d1.14 d2.16 d9.12" },
  { "Evolved FSM 4", 9, "c01 d12 c30 d34 d30" },
  { "Spiteful Tit For Tat", 17, "c01 d02 d22" },
  { "EvolvedLookerUp1_1_1", 18, "c12 c13 d42 d33 c22" },
  { "CAPRI", 25, "c01 d23 c04 d45 d43 d25" },
  { "TF3", 30, "c01 c23 d14 d33 d50 d67 c33 d23" },
  { "SpitefulCC", 33, "c12 c13 c33 d33" },
  { "Resurrection", 37, "c01 d02 d03 d04 d05 d55" },
  { "Soft Grudger", 45, "c01 d22 d33 d44 d55 c00" },
  { "Retaliate 3", 58,
    "c0.1 d2.1 d3.2 d4.3 d5.4 d6.5 d7.6 d8.7 d9.8 d10.9 d11.10 d12.11 d13.12 d14.13 " ..
    "d15.14 d16.15 d17.16 d18.17 d19.18 d20.19 d0.20" },
  { "GrudgerAlternator", 59, "c01 d22 c11" },
  { "Soft Go By Majority: 5", 62,
    "c1.2 c3.4 d0.5 c3.6 c7.8 d9.10 c7.11 c1.12 d13.10 d14.15 d16.10 c13.10 c0.5 " ..
    "c14.15 c3.17 d18.5 d19.15 d7.8 d1.2 d3.17" },
  { "Forgetful Grudger", 65, "c0.1 d2.2 d3.3 d4.4 d5.5 d6.6 d7.7 d8.8 d9.9 d10.10 d0.1" },
  { "Hard Tit For 2 Tats", 71, "c01 c02 d32 d01" },
  { "Tit For 2 Tats", 75, "c01 c02 d02" },
  { "Two Tits For Tat", 81, "c01 d21 d01" },
  { "Delayed AON1", 82, "c12 c13 c33 d31" },
  { "First by Nydegger", 86,
    "c1.2 c3.4 d5.6 c3.3 d7.3 d8.2 d5.3 c9.4 d10.1 d8.4 c11.3 c12.4 d10.3" },
  { "Second by Tester", 89, "d12 c32 c24 c52 d24 d32" },
  { "Ripoff", 94, "d12 c02 c23 d23" },
  { "Alternator Hunter", 96,
    "c1.2 c3.4 c5.3 c3.3 c6.3 c3.7 c3.8 c9.3 c10.3 c3.11 c3.12 c12.3 d12.12" },
  { "Cooperator", 98, "c00" },
  { "Sneaky Tit For Tat", 99, "c12 c34 c24 d56 d76 d57 d77 c22" },
  { "Adaptive", 102,
    "c1.2 c3.4 c4.5 c6.7 c7.8 c8.9 c10.11 c11.12 c12.13 c13.14 c15.16 c16.17 c17.18 " ..
    "c18.19 c19.20 c21.22 c22.23 c23.24 c24.24 c24.25 c25.25 d26.27 d28.26 d29.28 " ..
    "d25.29 d25.25 d30.31 d31.32 d33.30 d25.33 d34.35 d35.36 d36.36 d25.34 d25.37 " ..
    "d37.38 d38.38 d25.39 d39.39 c39.39" },
  { "DoubleResurrection", 103, "c12 c32 d04 c52 d06 c72 d08 c22 d09 d00" },
  { "Prober 3", 107, "d11 c23 d22 d43 c43" },
  { "EasyGo", 108, "d01 c11" },
  { "Hard Go By Majority: 5", 112,
    "d1.2 c3.0 d4.5 c6.7 d8.9 d10.5 c6.11 c12.13 c6.14 d15.2 d16.9 c12.17 c3.18 " ..
    "d19.5 d12.13 d3.0 d6.14 c19.5 c1.2 c8.9" },
  { "Winner21", 116, "d11 c12 d32 d12" },
  { "Fortress3", 121, "d01 d02 c20" },
  { "Cooperator Hunter", 123, "c12 c32 c22 c42 c52 d52" },
  { "SolutionB5", 124, "d12 c13 d45 d60 c60 d57 c45 d42" },
  { "Cycler CCCCCD", 127, "c11 c22 c33 c44 c55 d00" },
  { "Cycler CCCD", 128, "c11 c22 c33 d00" },
  { "Win-Shift Lose-Stay", 131, "d10 c01" },
  { "Cycler CCD", 132, "c11 c22 d00" },
  { "Alternator", 138, "c11 d00" },
  { "UsuallyDefects", 140, "d10 d02 c10" },
  { "Tricky Cooperator", 143, "c1.2 c3.2 c4.2 c5.2 c6.2 d5.2 c7.2 c8.2 c9.2 c10.2 c0.2" },
  { "Tricky Defector", 145, "d10 d12 d13 d14 c14" },
  { "Bully", 146, "d01 c01" },
  { "Cycler DDC", 150, "d11 d22 c00" },
}
