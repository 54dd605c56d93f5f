/* Made by generate_characters.py from Unicode 14.0.0. Do not edit. */
/* clang-format off */
#define R(first, to_folded, class) {0x##first, to_folded, range_##class}
static const struct character_range ranges[] = {
    R(0,0,other), R(9,0,space), R(E,0,other), R(1C,0,space), R(21,0,other), R(30,0,digit),
    R(3A,0,other), R(41,32,upper), R(5B,0,other), R(61,0,lower), R(7B,0,other), R(85,0,space),
    R(86,0,other), R(A0,0,space), R(A1,0,other), R(AA,0,letter), R(AB,0,other), R(AD,0,mark),
    R(AE,0,other), R(B2,0,letter), R(B4,0,other), R(B5,775,lower), R(B6,0,other), R(B9,0,letter),
    R(BB,0,other), R(BC,0,letter), R(BF,0,other), R(C0,32,upper), R(D7,0,other), R(D8,32,upper),
    R(DF,0,lower), R(F7,0,other), R(F8,0,lower), R(100,1,pairs), R(130,-199,upper), R(131,0,lower),
    R(132,1,pairs), R(136,1,upper), R(137,0,lower), R(139,1,pairs), R(147,1,upper), R(148,0,lower),
    R(14A,1,pairs), R(178,-121,upper), R(179,1,pairs), R(17F,-268,lower), R(180,0,lower),
    R(181,210,upper), R(182,1,pairs), R(186,206,upper), R(187,1,upper), R(188,0,lower),
    R(189,205,upper), R(18B,1,upper), R(18C,0,lower), R(18E,79,upper), R(18F,202,upper),
    R(190,203,upper), R(191,1,upper), R(192,0,lower), R(193,205,upper), R(194,207,upper),
    R(195,0,lower), R(196,211,upper), R(197,209,upper), R(198,1,upper), R(199,0,lower),
    R(19C,211,upper), R(19D,213,upper), R(19E,0,lower), R(19F,214,upper), R(1A0,1,pairs),
    R(1A6,218,upper), R(1A7,1,upper), R(1A8,0,lower), R(1A9,218,upper), R(1AA,0,lower),
    R(1AC,1,upper), R(1AD,0,lower), R(1AE,218,upper), R(1AF,1,upper), R(1B0,0,lower),
    R(1B1,217,upper), R(1B3,1,pairs), R(1B7,219,upper), R(1B8,1,upper), R(1B9,0,lower),
    R(1BB,0,letter), R(1BC,1,upper), R(1BD,0,lower), R(1C0,0,letter), R(1C4,2,upper),
    R(1C5,1,upper), R(1C6,0,lower), R(1C7,2,upper), R(1C8,1,upper), R(1C9,0,lower), R(1CA,2,upper),
    R(1CB,1,pairs), R(1DB,1,upper), R(1DC,0,lower), R(1DE,1,pairs), R(1EE,1,upper), R(1EF,0,lower),
    R(1F1,2,upper), R(1F2,1,pairs), R(1F6,-97,upper), R(1F7,-56,upper), R(1F8,1,pairs),
    R(220,-130,upper), R(221,0,lower), R(222,1,pairs), R(232,1,upper), R(233,0,lower),
    R(23A,10795,upper), R(23B,1,upper), R(23C,0,lower), R(23D,-163,upper), R(23E,10792,upper),
    R(23F,0,lower), R(241,1,upper), R(242,0,lower), R(243,-195,upper), R(244,69,upper),
    R(245,71,upper), R(246,1,pairs), R(24E,1,upper), R(24F,0,lower), R(294,0,letter),
    R(295,0,lower), R(2B0,0,letter), R(2C2,0,other), R(2C6,0,letter), R(2D2,0,other),
    R(2E0,0,letter), R(2E5,0,other), R(2EC,0,letter), R(2ED,0,other), R(2EE,0,letter),
    R(2EF,0,other), R(300,0,mark), R(345,116,mark), R(346,0,mark), R(370,1,pairs), R(374,0,letter),
    R(375,0,other), R(376,1,upper), R(377,0,lower), R(37A,0,letter), R(37B,0,lower), R(37E,0,other),
    R(37F,116,upper), R(384,0,other), R(386,38,upper), R(387,0,other), R(388,37,upper),
    R(38C,64,upper), R(38E,63,upper), R(390,0,lower), R(391,32,upper), R(3AC,0,lower),
    R(3C2,1,lower), R(3C3,0,lower), R(3CF,8,upper), R(3D0,-30,lower), R(3D1,-25,lower),
    R(3D2,0,upper), R(3D5,-15,lower), R(3D6,-22,lower), R(3D7,0,lower), R(3D8,1,pairs),
    R(3F0,-54,lower), R(3F1,-48,lower), R(3F2,0,lower), R(3F4,-60,upper), R(3F5,-64,lower),
    R(3F6,0,other), R(3F7,1,upper), R(3F8,0,lower), R(3F9,-7,upper), R(3FA,1,upper), R(3FB,0,lower),
    R(3FD,-130,upper), R(400,80,upper), R(410,32,upper), R(430,0,lower), R(460,1,pairs),
    R(482,0,other), R(483,0,mark), R(48A,1,pairs), R(4C0,15,upper), R(4C1,1,pairs), R(4CD,1,upper),
    R(4CE,0,lower), R(4D0,1,pairs), R(52E,1,upper), R(52F,0,lower), R(531,48,upper),
    R(559,0,letter), R(55A,0,other), R(560,0,lower), R(589,0,other), R(591,0,mark), R(5BE,0,other),
    R(5BF,0,mark), R(5C0,0,other), R(5C1,0,mark), R(5C3,0,other), R(5C4,0,mark), R(5C6,0,other),
    R(5C7,0,mark), R(5D0,0,letter), R(5F3,0,other), R(600,0,format), R(606,0,other), R(610,0,mark),
    R(61B,0,other), R(61C,0,format), R(61D,0,other), R(620,0,letter), R(64B,0,mark), R(660,0,digit),
    R(66A,0,other), R(66E,0,letter), R(670,0,mark), R(671,0,letter), R(6D4,0,other),
    R(6D5,0,letter), R(6D6,0,mark), R(6DD,0,format), R(6DE,0,other), R(6DF,0,mark), R(6E5,0,letter),
    R(6E7,0,mark), R(6E9,0,other), R(6EA,0,mark), R(6EE,0,letter), R(6F0,0,digit), R(6FA,0,letter),
    R(6FD,0,other), R(6FF,0,letter), R(700,0,other), R(70F,0,format), R(710,0,letter),
    R(711,0,mark), R(712,0,letter), R(730,0,mark), R(74D,0,letter), R(7A6,0,mark), R(7B1,0,letter),
    R(7C0,0,digit), R(7CA,0,letter), R(7EB,0,mark), R(7F4,0,letter), R(7F6,0,other),
    R(7FA,0,letter), R(7FD,0,mark), R(7FE,0,other), R(800,0,letter), R(816,0,mark), R(81A,0,letter),
    R(81B,0,mark), R(824,0,letter), R(825,0,mark), R(828,0,letter), R(829,0,mark), R(830,0,other),
    R(840,0,letter), R(859,0,mark), R(85E,0,other), R(860,0,letter), R(888,0,other),
    R(889,0,letter), R(890,0,format), R(898,0,mark), R(8A0,0,letter), R(8CA,0,mark),
    R(8E2,0,format), R(8E3,0,mark), R(904,0,letter), R(93A,0,mark), R(93D,0,letter), R(93E,0,mark),
    R(950,0,letter), R(951,0,mark), R(958,0,letter), R(962,0,mark), R(964,0,other), R(966,0,digit),
    R(970,0,other), R(971,0,letter), R(981,0,mark), R(985,0,letter), R(9BC,0,mark), R(9BD,0,letter),
    R(9BE,0,mark), R(9CE,0,letter), R(9D7,0,mark), R(9DC,0,letter), R(9E2,0,mark), R(9E6,0,digit),
    R(9F0,0,letter), R(9F2,0,other), R(9F4,0,letter), R(9FA,0,other), R(9FC,0,letter),
    R(9FD,0,other), R(9FE,0,mark), R(A05,0,letter), R(A3C,0,mark), R(A59,0,letter), R(A66,0,digit),
    R(A70,0,mark), R(A72,0,letter), R(A75,0,mark), R(A76,0,other), R(A81,0,mark), R(A85,0,letter),
    R(ABC,0,mark), R(ABD,0,letter), R(ABE,0,mark), R(AD0,0,letter), R(AE2,0,mark), R(AE6,0,digit),
    R(AF0,0,other), R(AF9,0,letter), R(AFA,0,mark), R(B05,0,letter), R(B3C,0,mark), R(B3D,0,letter),
    R(B3E,0,mark), R(B5C,0,letter), R(B62,0,mark), R(B66,0,digit), R(B70,0,other), R(B71,0,letter),
    R(B82,0,mark), R(B83,0,letter), R(BBE,0,mark), R(BD0,0,letter), R(BD7,0,mark), R(BE6,0,digit),
    R(BF0,0,letter), R(BF3,0,other), R(C00,0,mark), R(C05,0,letter), R(C3C,0,mark), R(C3D,0,letter),
    R(C3E,0,mark), R(C58,0,letter), R(C62,0,mark), R(C66,0,digit), R(C70,0,other), R(C78,0,letter),
    R(C7F,0,other), R(C80,0,letter), R(C81,0,mark), R(C84,0,other), R(C85,0,letter), R(CBC,0,mark),
    R(CBD,0,letter), R(CBE,0,mark), R(CDD,0,letter), R(CE2,0,mark), R(CE6,0,digit), R(CF0,0,other),
    R(CF1,0,letter), R(D00,0,mark), R(D04,0,letter), R(D3B,0,mark), R(D3D,0,letter), R(D3E,0,mark),
    R(D4E,0,letter), R(D4F,0,other), R(D54,0,letter), R(D57,0,mark), R(D58,0,letter), R(D62,0,mark),
    R(D66,0,digit), R(D70,0,letter), R(D79,0,other), R(D7A,0,letter), R(D81,0,mark),
    R(D85,0,letter), R(DCA,0,mark), R(DE6,0,digit), R(DF0,0,other), R(DF2,0,mark), R(DF4,0,other),
    R(E01,0,sign), R(E31,0,mark), R(E32,0,sign), R(E34,0,mark), R(E3F,0,other), R(E40,0,sign),
    R(E47,0,mark), R(E4F,0,other), R(E50,0,digit), R(E5A,0,other), R(E81,0,sign), R(EB1,0,mark),
    R(EB2,0,sign), R(EB4,0,mark), R(EBD,0,sign), R(EC8,0,mark), R(ED0,0,digit), R(EDA,0,other),
    R(EDC,0,sign), R(F00,0,letter), R(F01,0,other), R(F18,0,mark), R(F1A,0,other), R(F20,0,digit),
    R(F2A,0,letter), R(F34,0,other), R(F35,0,mark), R(F36,0,other), R(F37,0,mark), R(F38,0,other),
    R(F39,0,mark), R(F3A,0,other), R(F3E,0,mark), R(F40,0,letter), R(F71,0,mark), R(F85,0,other),
    R(F86,0,mark), R(F88,0,letter), R(F8D,0,mark), R(FBE,0,other), R(FC6,0,mark), R(FC7,0,other),
    R(1000,0,sign), R(102B,0,mark), R(103F,0,sign), R(1040,0,digit), R(104A,0,other),
    R(1050,0,sign), R(1056,0,mark), R(105A,0,sign), R(105E,0,mark), R(1061,0,sign), R(1062,0,mark),
    R(1065,0,sign), R(1067,0,mark), R(106E,0,sign), R(1071,0,mark), R(1075,0,sign), R(1082,0,mark),
    R(108E,0,sign), R(108F,0,mark), R(1090,0,digit), R(109A,0,mark), R(109E,0,other),
    R(10A0,7264,upper), R(10D0,0,lower), R(10FB,0,other), R(10FC,0,letter), R(10FD,0,lower),
    R(1100,0,letter), R(135D,0,mark), R(1360,0,other), R(1369,0,letter), R(1390,0,other),
    R(13A0,0,upper), R(13F8,-8,lower), R(1400,0,other), R(1401,0,letter), R(166D,0,other),
    R(166F,0,letter), R(1680,0,space), R(1681,0,letter), R(169B,0,other), R(16A0,0,letter),
    R(16EB,0,other), R(16EE,0,letter), R(1712,0,mark), R(171F,0,letter), R(1732,0,mark),
    R(1735,0,other), R(1740,0,letter), R(1752,0,mark), R(1760,0,letter), R(1772,0,mark),
    R(1780,0,sign), R(17B4,0,mark), R(17D4,0,other), R(17D7,0,sign), R(17D8,0,other),
    R(17DC,0,sign), R(17DD,0,mark), R(17E0,0,digit), R(17EA,0,other), R(17F0,0,sign),
    R(1800,0,other), R(180B,0,mark), R(180E,0,format), R(180F,0,mark), R(1810,0,digit),
    R(181A,0,other), R(1820,0,letter), R(1885,0,mark), R(1887,0,letter), R(18A9,0,mark),
    R(18AA,0,letter), R(1920,0,mark), R(1940,0,other), R(1946,0,digit), R(1950,0,sign),
    R(19D0,0,digit), R(19DA,0,sign), R(19DE,0,other), R(1A00,0,letter), R(1A17,0,mark),
    R(1A1E,0,other), R(1A20,0,sign), R(1A55,0,mark), R(1A80,0,digit), R(1A8A,0,other),
    R(1A90,0,digit), R(1A9A,0,other), R(1AA7,0,sign), R(1AA8,0,other), R(1AB0,0,mark),
    R(1B05,0,letter), R(1B34,0,mark), R(1B45,0,letter), R(1B50,0,digit), R(1B5A,0,other),
    R(1B6B,0,mark), R(1B74,0,other), R(1B80,0,mark), R(1B83,0,letter), R(1BA1,0,mark),
    R(1BAE,0,letter), R(1BB0,0,digit), R(1BBA,0,letter), R(1BE6,0,mark), R(1BFC,0,other),
    R(1C00,0,letter), R(1C24,0,mark), R(1C3B,0,other), R(1C40,0,digit), R(1C4A,0,other),
    R(1C4D,0,letter), R(1C50,0,digit), R(1C5A,0,letter), R(1C7E,0,other), R(1C80,-6222,lower),
    R(1C81,-6221,lower), R(1C82,-6212,lower), R(1C83,-6210,lower), R(1C85,-6211,lower),
    R(1C86,-6204,lower), R(1C87,-6180,lower), R(1C88,35267,lower), R(1C90,-3008,upper),
    R(1CC0,0,other), R(1CD0,0,mark), R(1CD3,0,other), R(1CD4,0,mark), R(1CE9,0,letter),
    R(1CED,0,mark), R(1CEE,0,letter), R(1CF4,0,mark), R(1CF5,0,letter), R(1CF7,0,mark),
    R(1CFA,0,letter), R(1D00,0,lower), R(1D2C,0,letter), R(1D6B,0,lower), R(1D78,0,letter),
    R(1D79,0,lower), R(1D9B,0,letter), R(1DC0,0,mark), R(1E00,1,pairs), R(1E94,1,upper),
    R(1E95,0,lower), R(1E9B,-58,lower), R(1E9C,0,lower), R(1E9E,-7615,upper), R(1E9F,0,lower),
    R(1EA0,1,pairs), R(1EFE,1,upper), R(1EFF,0,lower), R(1F08,-8,upper), R(1F10,0,lower),
    R(1F18,-8,upper), R(1F20,0,lower), R(1F28,-8,upper), R(1F30,0,lower), R(1F38,-8,upper),
    R(1F40,0,lower), R(1F48,-8,upper), R(1F50,0,lower), R(1F59,-8,upper), R(1F60,0,lower),
    R(1F68,-8,upper), R(1F70,0,lower), R(1F88,-8,upper), R(1F90,0,lower), R(1F98,-8,upper),
    R(1FA0,0,lower), R(1FA8,-8,upper), R(1FB0,0,lower), R(1FB8,-8,upper), R(1FBA,-74,upper),
    R(1FBC,-9,upper), R(1FBD,0,other), R(1FBE,-7173,lower), R(1FBF,0,other), R(1FC2,0,lower),
    R(1FC8,-86,upper), R(1FCC,-9,upper), R(1FCD,0,other), R(1FD0,0,lower), R(1FD8,-8,upper),
    R(1FDA,-100,upper), R(1FDD,0,other), R(1FE0,0,lower), R(1FE8,-8,upper), R(1FEA,-112,upper),
    R(1FEC,-7,upper), R(1FED,0,other), R(1FF2,0,lower), R(1FF8,-128,upper), R(1FFA,-126,upper),
    R(1FFC,-9,upper), R(1FFD,0,other), R(2000,0,space), R(200B,0,format), R(200C,0,mark),
    R(200E,0,format), R(2010,-8163,other), R(2011,-8164,other), R(2012,0,other),
    R(2013,-8166,other), R(2014,-8167,other), R(2015,0,other), R(2018,-8177,other),
    R(2019,-8178,other), R(201A,0,other), R(201C,-8186,other), R(201D,-8187,other), R(201E,0,other),
    R(2028,0,space), R(202A,0,format), R(202F,0,space), R(2030,0,other), R(205F,0,space),
    R(2060,0,format), R(2070,0,letter), R(207A,0,other), R(207F,0,letter), R(208A,0,other),
    R(2090,0,letter), R(20A0,0,other), R(20D0,0,mark), R(2100,0,other), R(2102,0,upper),
    R(2103,0,other), R(2107,0,upper), R(2108,0,other), R(210A,0,lower), R(210B,0,upper),
    R(210E,0,lower), R(2110,0,upper), R(2113,0,lower), R(2114,0,other), R(2115,0,upper),
    R(2116,0,other), R(2119,0,upper), R(211E,0,other), R(2124,0,upper), R(2125,0,other),
    R(2126,-7517,upper), R(2127,0,other), R(2128,0,upper), R(2129,0,other), R(212A,-8383,upper),
    R(212B,-8262,upper), R(212C,0,upper), R(212E,0,other), R(212F,0,lower), R(2130,0,upper),
    R(2132,28,upper), R(2133,0,upper), R(2134,0,lower), R(2135,0,letter), R(2139,0,lower),
    R(213A,0,other), R(213C,0,lower), R(213E,0,upper), R(2140,0,other), R(2145,0,upper),
    R(2146,0,lower), R(214A,0,other), R(214E,0,lower), R(214F,0,other), R(2150,0,letter),
    R(2160,16,letter), R(2170,0,letter), R(2183,1,upper), R(2184,0,lower), R(2185,0,letter),
    R(218A,0,other), R(2212,-8677,other), R(2213,0,other), R(2460,0,letter), R(249C,0,other),
    R(24B6,26,other), R(24D0,0,other), R(24EA,0,letter), R(2500,0,other), R(2776,0,letter),
    R(2794,0,other), R(2C00,48,upper), R(2C30,0,lower), R(2C60,1,upper), R(2C61,0,lower),
    R(2C62,-10743,upper), R(2C63,-3814,upper), R(2C64,-10727,upper), R(2C65,0,lower),
    R(2C67,1,pairs), R(2C6D,-10780,upper), R(2C6E,-10749,upper), R(2C6F,-10783,upper),
    R(2C70,-10782,upper), R(2C71,0,lower), R(2C72,1,upper), R(2C73,0,lower), R(2C75,1,upper),
    R(2C76,0,lower), R(2C7C,0,letter), R(2C7E,-10815,upper), R(2C80,1,pairs), R(2CE2,1,upper),
    R(2CE3,0,lower), R(2CE5,0,other), R(2CEB,1,pairs), R(2CEF,0,mark), R(2CF2,1,upper),
    R(2CF3,0,lower), R(2CF9,0,other), R(2CFD,0,letter), R(2CFE,0,other), R(2D00,0,lower),
    R(2D30,0,letter), R(2D70,0,other), R(2D7F,0,mark), R(2D80,0,letter), R(2DE0,0,mark),
    R(2E00,0,other), R(2E2F,0,letter), R(2E30,0,other), R(3000,0,space), R(3001,0,other),
    R(3005,0,sign), R(3008,0,other), R(3021,0,letter), R(302A,0,mark), R(3030,0,other),
    R(3031,0,letter), R(3036,0,other), R(3038,0,letter), R(303D,0,other), R(3041,0,sign),
    R(3099,0,mark), R(309B,0,other), R(309D,0,sign), R(30A0,0,other), R(30A1,0,letter),
    R(30FB,0,other), R(30FC,0,letter), R(3190,0,other), R(3192,0,sign), R(3196,0,other),
    R(31A0,0,letter), R(31C0,0,other), R(31F0,0,letter), R(3200,0,other), R(3220,0,letter),
    R(322A,0,other), R(3248,0,letter), R(3250,0,other), R(3251,0,letter), R(3260,0,other),
    R(3280,0,letter), R(328A,0,other), R(32B1,0,letter), R(32C0,0,other), R(3400,0,sign),
    R(4DC0,0,other), R(4E00,0,sign), R(A490,0,other), R(A4D0,0,letter), R(A4FE,0,other),
    R(A500,0,letter), R(A60D,0,other), R(A610,0,letter), R(A620,0,digit), R(A62A,0,letter),
    R(A640,1,pairs), R(A66E,0,letter), R(A66F,0,mark), R(A673,0,other), R(A674,0,mark),
    R(A67E,0,other), R(A67F,0,letter), R(A680,1,pairs), R(A69C,0,letter), R(A69E,0,mark),
    R(A6A0,0,letter), R(A6F0,0,mark), R(A6F2,0,other), R(A717,0,letter), R(A720,0,other),
    R(A722,1,pairs), R(A72E,1,upper), R(A72F,0,lower), R(A732,1,pairs), R(A770,0,letter),
    R(A771,0,lower), R(A779,1,pairs), R(A77D,-35332,upper), R(A77E,1,pairs), R(A788,0,letter),
    R(A789,0,other), R(A78B,1,upper), R(A78C,0,lower), R(A78D,-42280,upper), R(A78E,0,lower),
    R(A78F,0,letter), R(A790,1,upper), R(A791,0,lower), R(A792,1,upper), R(A793,0,lower),
    R(A796,1,pairs), R(A7AA,-42308,upper), R(A7AB,-42319,upper), R(A7AC,-42315,upper),
    R(A7AD,-42305,upper), R(A7AE,-42308,upper), R(A7AF,0,lower), R(A7B0,-42258,upper),
    R(A7B1,-42282,upper), R(A7B2,-42261,upper), R(A7B3,928,upper), R(A7B4,1,pairs),
    R(A7C4,-48,upper), R(A7C5,-42307,upper), R(A7C6,-35384,upper), R(A7C7,1,upper), R(A7C8,0,lower),
    R(A7C9,1,upper), R(A7CA,0,lower), R(A7D0,1,upper), R(A7D1,0,lower), R(A7D6,1,upper),
    R(A7D7,0,lower), R(A7D8,1,upper), R(A7D9,0,lower), R(A7F2,0,letter), R(A7F5,1,upper),
    R(A7F6,0,lower), R(A7F7,0,letter), R(A7FA,0,lower), R(A7FB,0,letter), R(A802,0,mark),
    R(A803,0,letter), R(A806,0,mark), R(A807,0,letter), R(A80B,0,mark), R(A80C,0,letter),
    R(A823,0,mark), R(A828,0,other), R(A82C,0,mark), R(A830,0,letter), R(A836,0,other),
    R(A840,0,letter), R(A874,0,other), R(A880,0,mark), R(A882,0,letter), R(A8B4,0,mark),
    R(A8CE,0,other), R(A8D0,0,digit), R(A8DA,0,other), R(A8E0,0,mark), R(A8F2,0,letter),
    R(A8F8,0,other), R(A8FB,0,letter), R(A8FC,0,other), R(A8FD,0,letter), R(A8FF,0,mark),
    R(A900,0,digit), R(A90A,0,letter), R(A926,0,mark), R(A92E,0,other), R(A930,0,letter),
    R(A947,0,mark), R(A95F,0,other), R(A960,0,letter), R(A980,0,mark), R(A984,0,letter),
    R(A9B3,0,mark), R(A9C1,0,other), R(A9CF,0,letter), R(A9D0,0,digit), R(A9DA,0,other),
    R(A9E0,0,sign), R(A9E5,0,mark), R(A9E6,0,sign), R(A9F0,0,digit), R(A9FA,0,sign),
    R(AA00,0,letter), R(AA29,0,mark), R(AA40,0,letter), R(AA43,0,mark), R(AA44,0,letter),
    R(AA4C,0,mark), R(AA50,0,digit), R(AA5A,0,other), R(AA60,0,sign), R(AA77,0,other),
    R(AA7A,0,sign), R(AA7B,0,mark), R(AA7E,0,sign), R(AAB0,0,mark), R(AAB1,0,sign), R(AAB2,0,mark),
    R(AAB5,0,sign), R(AAB7,0,mark), R(AAB9,0,sign), R(AABE,0,mark), R(AAC0,0,sign), R(AAC1,0,mark),
    R(AAC2,0,sign), R(AADE,0,other), R(AAE0,0,letter), R(AAEB,0,mark), R(AAF0,0,other),
    R(AAF2,0,letter), R(AAF5,0,mark), R(AB01,0,letter), R(AB30,0,lower), R(AB5B,0,other),
    R(AB5C,0,letter), R(AB60,0,lower), R(AB69,0,letter), R(AB6A,0,other), R(AB70,-38864,lower),
    R(ABC0,0,letter), R(ABE3,0,mark), R(ABEB,0,other), R(ABEC,0,mark), R(ABF0,0,digit),
    R(ABFA,0,other), R(AC00,0,letter), R(D800,0,other), R(F900,0,sign), R(FB00,0,lower),
    R(FB1D,0,letter), R(FB1E,0,mark), R(FB1F,0,letter), R(FB29,0,other), R(FB2A,0,letter),
    R(FBB2,0,other), R(FBD3,0,letter), R(FD3E,0,other), R(FD50,0,letter), R(FDCF,0,other),
    R(FDF0,0,letter), R(FDFC,0,other), R(FE00,0,mark), R(FE10,0,other), R(FE20,0,mark),
    R(FE30,0,other), R(FE70,0,letter), R(FEFF,0,format), R(FF01,0,other), R(FF10,0,digit),
    R(FF1A,0,other), R(FF21,32,upper), R(FF3B,0,other), R(FF41,0,lower), R(FF5B,0,other),
    R(FF66,0,letter), R(FFE0,0,other), R(FFF9,0,format), R(FFFC,0,other), R(10000,0,letter),
    R(10100,0,other), R(10107,0,letter), R(10137,0,other), R(10140,0,letter), R(10179,0,other),
    R(1018A,0,letter), R(1018C,0,other), R(101FD,0,mark), R(10280,0,letter), R(102E0,0,mark),
    R(102E1,0,letter), R(10376,0,mark), R(10380,0,letter), R(1039F,0,other), R(103A0,0,letter),
    R(103D0,0,other), R(103D1,0,letter), R(10400,40,upper), R(10428,0,lower), R(10450,0,letter),
    R(104A0,0,digit), R(104AA,0,other), R(104B0,40,upper), R(104D8,0,lower), R(10500,0,letter),
    R(1056F,0,other), R(10570,39,upper), R(10597,0,lower), R(10600,0,letter), R(10857,0,other),
    R(10858,0,letter), R(10877,0,other), R(10879,0,letter), R(1091F,0,other), R(10920,0,letter),
    R(1093F,0,other), R(10980,0,letter), R(10A01,0,mark), R(10A10,0,letter), R(10A38,0,mark),
    R(10A40,0,letter), R(10A50,0,other), R(10A60,0,letter), R(10A7F,0,other), R(10A80,0,letter),
    R(10AC8,0,other), R(10AC9,0,letter), R(10AE5,0,mark), R(10AEB,0,letter), R(10AF0,0,other),
    R(10B00,0,letter), R(10B39,0,other), R(10B40,0,letter), R(10B99,0,other), R(10BA9,0,letter),
    R(10C80,64,upper), R(10CC0,0,lower), R(10CFA,0,letter), R(10D24,0,mark), R(10D30,0,digit),
    R(10D3A,0,other), R(10E60,0,letter), R(10EAB,0,mark), R(10EAD,0,other), R(10EB0,0,letter),
    R(10F46,0,mark), R(10F51,0,letter), R(10F55,0,other), R(10F70,0,letter), R(10F82,0,mark),
    R(10F86,0,other), R(10FB0,0,letter), R(11000,0,mark), R(11003,0,letter), R(11038,0,mark),
    R(11047,0,other), R(11052,0,letter), R(11066,0,digit), R(11070,0,mark), R(11071,0,letter),
    R(11073,0,mark), R(11075,0,letter), R(1107F,0,mark), R(11083,0,letter), R(110B0,0,mark),
    R(110BB,0,other), R(110BD,0,format), R(110BE,0,other), R(110C2,0,mark), R(110CD,0,format),
    R(110D0,0,letter), R(110F0,0,digit), R(110FA,0,other), R(11100,0,mark), R(11103,0,letter),
    R(11127,0,mark), R(11136,0,digit), R(11140,0,other), R(11144,0,letter), R(11145,0,mark),
    R(11147,0,letter), R(11173,0,mark), R(11174,0,other), R(11176,0,letter), R(11180,0,mark),
    R(11183,0,letter), R(111B3,0,mark), R(111C1,0,letter), R(111C5,0,other), R(111C9,0,mark),
    R(111CD,0,other), R(111CE,0,mark), R(111D0,0,digit), R(111DA,0,letter), R(111DB,0,other),
    R(111DC,0,letter), R(111DD,0,other), R(111E1,0,letter), R(1122C,0,mark), R(11238,0,other),
    R(1123E,0,mark), R(11280,0,letter), R(112A9,0,other), R(112B0,0,letter), R(112DF,0,mark),
    R(112F0,0,digit), R(112FA,0,other), R(11300,0,mark), R(11305,0,letter), R(1133B,0,mark),
    R(1133D,0,letter), R(1133E,0,mark), R(11350,0,letter), R(11357,0,mark), R(1135D,0,letter),
    R(11362,0,mark), R(11400,0,letter), R(11435,0,mark), R(11447,0,letter), R(1144B,0,other),
    R(11450,0,digit), R(1145A,0,other), R(1145E,0,mark), R(1145F,0,letter), R(114B0,0,mark),
    R(114C4,0,letter), R(114C6,0,other), R(114C7,0,letter), R(114D0,0,digit), R(114DA,0,other),
    R(11580,0,letter), R(115AF,0,mark), R(115C1,0,other), R(115D8,0,letter), R(115DC,0,mark),
    R(11600,0,letter), R(11630,0,mark), R(11641,0,other), R(11644,0,letter), R(11650,0,digit),
    R(1165A,0,other), R(11680,0,letter), R(116AB,0,mark), R(116B8,0,letter), R(116B9,0,other),
    R(116C0,0,digit), R(116CA,0,other), R(11700,0,letter), R(1171D,0,mark), R(11730,0,digit),
    R(1173A,0,letter), R(1173C,0,other), R(11740,0,letter), R(1182C,0,mark), R(1183B,0,other),
    R(118A0,32,upper), R(118C0,0,lower), R(118E0,0,digit), R(118EA,0,letter), R(11930,0,mark),
    R(1193F,0,letter), R(11940,0,mark), R(11941,0,letter), R(11942,0,mark), R(11944,0,other),
    R(11950,0,digit), R(1195A,0,other), R(119A0,0,letter), R(119D1,0,mark), R(119E1,0,letter),
    R(119E2,0,other), R(119E3,0,letter), R(119E4,0,mark), R(11A00,0,letter), R(11A01,0,mark),
    R(11A0B,0,letter), R(11A33,0,mark), R(11A3A,0,letter), R(11A3B,0,mark), R(11A3F,0,other),
    R(11A47,0,mark), R(11A50,0,letter), R(11A51,0,mark), R(11A5C,0,letter), R(11A8A,0,mark),
    R(11A9A,0,other), R(11A9D,0,letter), R(11A9E,0,other), R(11AB0,0,letter), R(11C2F,0,mark),
    R(11C40,0,letter), R(11C41,0,other), R(11C50,0,digit), R(11C5A,0,letter), R(11C70,0,other),
    R(11C72,0,letter), R(11C92,0,mark), R(11D00,0,letter), R(11D31,0,mark), R(11D46,0,letter),
    R(11D47,0,mark), R(11D50,0,digit), R(11D5A,0,other), R(11D60,0,letter), R(11D8A,0,mark),
    R(11D98,0,letter), R(11DA0,0,digit), R(11DAA,0,other), R(11EE0,0,letter), R(11EF3,0,mark),
    R(11EF7,0,other), R(11FB0,0,letter), R(11FD5,0,other), R(12000,0,letter), R(12470,0,other),
    R(12480,0,letter), R(12FF1,0,other), R(13000,0,letter), R(13430,0,format), R(14400,0,letter),
    R(16A60,0,digit), R(16A6A,0,other), R(16A70,0,letter), R(16AC0,0,digit), R(16ACA,0,other),
    R(16AD0,0,letter), R(16AF0,0,mark), R(16AF5,0,other), R(16B00,0,letter), R(16B30,0,mark),
    R(16B37,0,other), R(16B40,0,letter), R(16B44,0,other), R(16B50,0,digit), R(16B5A,0,other),
    R(16B5B,0,letter), R(16E40,32,upper), R(16E60,0,lower), R(16E80,0,letter), R(16E97,0,other),
    R(16F00,0,letter), R(16F4F,0,mark), R(16F50,0,letter), R(16F51,0,mark), R(16F93,0,letter),
    R(16FE0,0,sign), R(16FE1,0,letter), R(16FE2,0,other), R(16FE3,0,letter), R(16FE4,0,mark),
    R(17000,0,letter), R(18800,0,sign), R(18B00,0,letter), R(1B001,0,sign), R(1B002,0,letter),
    R(1B11F,0,sign), R(1B120,0,letter), R(1B150,0,sign), R(1B164,0,letter), R(1BC9C,0,other),
    R(1BC9D,0,mark), R(1BC9F,0,other), R(1BCA0,0,format), R(1CF00,0,mark), R(1CF50,0,other),
    R(1D165,0,mark), R(1D16A,0,other), R(1D16D,0,mark), R(1D173,0,format), R(1D17B,0,mark),
    R(1D183,0,other), R(1D185,0,mark), R(1D18C,0,other), R(1D1AA,0,mark), R(1D1AE,0,other),
    R(1D242,0,mark), R(1D245,0,other), R(1D2E0,0,letter), R(1D300,0,other), R(1D360,0,letter),
    R(1D372,0,sign), R(1D377,0,letter), R(1D400,0,upper), R(1D41A,0,lower), R(1D434,0,upper),
    R(1D44E,0,lower), R(1D468,0,upper), R(1D482,0,lower), R(1D49C,0,upper), R(1D4B6,0,lower),
    R(1D4D0,0,upper), R(1D4EA,0,lower), R(1D504,0,upper), R(1D51E,0,lower), R(1D538,0,upper),
    R(1D552,0,lower), R(1D56C,0,upper), R(1D586,0,lower), R(1D5A0,0,upper), R(1D5BA,0,lower),
    R(1D5D4,0,upper), R(1D5EE,0,lower), R(1D608,0,upper), R(1D622,0,lower), R(1D63C,0,upper),
    R(1D656,0,lower), R(1D670,0,upper), R(1D68A,0,lower), R(1D6A8,0,upper), R(1D6C1,0,other),
    R(1D6C2,0,lower), R(1D6DB,0,other), R(1D6DC,0,lower), R(1D6E2,0,upper), R(1D6FB,0,other),
    R(1D6FC,0,lower), R(1D715,0,other), R(1D716,0,lower), R(1D71C,0,upper), R(1D735,0,other),
    R(1D736,0,lower), R(1D74F,0,other), R(1D750,0,lower), R(1D756,0,upper), R(1D76F,0,other),
    R(1D770,0,lower), R(1D789,0,other), R(1D78A,0,lower), R(1D790,0,upper), R(1D7A9,0,other),
    R(1D7AA,0,lower), R(1D7C3,0,other), R(1D7C4,0,lower), R(1D7CA,0,upper), R(1D7CB,0,lower),
    R(1D7CE,0,digit), R(1D800,0,other), R(1DA00,0,mark), R(1DA37,0,other), R(1DA3B,0,mark),
    R(1DA6D,0,other), R(1DA75,0,mark), R(1DA76,0,other), R(1DA84,0,mark), R(1DA85,0,other),
    R(1DA9B,0,mark), R(1DF00,0,lower), R(1DF0A,0,letter), R(1DF0B,0,lower), R(1E000,0,mark),
    R(1E100,0,letter), R(1E130,0,mark), R(1E137,0,letter), R(1E140,0,digit), R(1E14A,0,other),
    R(1E14E,0,letter), R(1E14F,0,other), R(1E290,0,letter), R(1E2AE,0,mark), R(1E2C0,0,letter),
    R(1E2EC,0,mark), R(1E2F0,0,digit), R(1E2FA,0,other), R(1E7E0,0,letter), R(1E8D0,0,mark),
    R(1E900,34,upper), R(1E922,0,lower), R(1E944,0,mark), R(1E94B,0,letter), R(1E950,0,digit),
    R(1E95A,0,other), R(1EC71,0,letter), R(1ECAC,0,other), R(1ECAD,0,letter), R(1ECB0,0,other),
    R(1ECB1,0,letter), R(1ED2E,0,other), R(1ED2F,0,letter), R(1EEF0,0,other), R(1F100,0,letter),
    R(1F10D,0,other), R(1FBF0,0,digit), R(1FBFA,0,other), R(20000,0,sign), R(E0001,0,format),
    R(E0100,0,mark), R(F0000,0,other),
};
static const uint16_t range_index[] = {
    0, 10, 33, 46, 108, 127, 140, 151, 183, 186, 194, 200, 213, 225, 241, 247, 258, 270, 278, 290,
    307, 315, 326, 335, 344, 355, 367, 381, 388, 398, 408, 423, 431, 446, 458, 458, 458, 458, 458,
    461, 465, 466, 466, 466, 466, 469, 474, 483, 493, 499, 503, 507, 511, 516, 522, 530, 538, 547,
    567, 571, 574, 574, 583, 597, 628, 652, 657, 700, 704, 706, 706, 706, 706, 707, 712, 712, 712,
    712, 712, 713, 714, 714, 714, 714, 714, 714, 714, 714, 715, 735, 746, 750, 752, 754, 754, 754,
    755, 766, 773, 773, 780, 787, 790, 790, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791,
    791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791,
    791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791, 791,
    791, 791, 791, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793, 793,
    793, 793, 793, 793, 793, 793, 797, 797, 797, 809, 814, 825, 867, 881, 894, 902, 914, 926, 942,
    950, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957,
    957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957,
    957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957,
    957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957,
    957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 957, 958, 958, 958, 958, 958, 958,
    958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958,
    958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958,
    958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958, 958,
    958, 958, 958, 959, 959, 959, 959, 960, 965, 967, 967, 967, 969, 973, 977, 978, 986, 990,
};
enum { plain_count = 1945 };
static const uint32_t letters[] =
    U"\u00AA\u00B2\u00B3\u00B5\u00B9\u00BA\u00E0\u00E1\u00E2\u00E3\u00E4\u00E5\u00E7\u00E8\u00E9"
    "\u00EA\u00EB\u00EC\u00ED\u00EE\u00EF\u00F1\u00F2\u00F3\u00F4\u00F5\u00F6\u00F8\u00F9\u00FA"
    "\u00FB\u00FC\u00FD\u00FF\u0101\u0103\u0105\u0107\u0109\u010B\u010D\u010F\u0111\u0113\u0115"
    "\u0117\u0119\u011B\u011D\u011F\u0121\u0123\u0125\u0127\u0129\u012B\u012D\u012F\u0131\u0135"
    "\u0137\u013A\u013C\u013E\u0142\u0144\u0146\u0148\u014D\u014F\u0151\u0155\u0157\u0159\u015B"
    "\u015D\u015F\u0161\u0163\u0165\u0169\u016B\u016D\u016F\u0171\u0173\u0175\u0177\u017A\u017C"
    "\u017E\u017F\u01A1\u01B0\u01CE\u01D0\u01D2\u01D4\u01D6\u01D8\u01DA\u01DC\u01DF\u01E1\u01E3"
    "\u01E7\u01E9\u01EB\u01ED\u01EF\u01F0\u01F5\u01F9\u01FB\u01FD\u01FF\u0201\u0203\u0205\u0207"
    "\u0209\u020B\u020D\u020F\u0211\u0213\u0215\u0217\u0219\u021B\u021F\u0227\u0229\u022B\u022D"
    "\u022F\u0231\u0233\u0259\u02B0\u02B1\u02B2\u02B3\u02B4\u02B5\u02B6\u02B7\u02B8\u02E0\u02E1"
    "\u02E2\u02E3\u02E4\u0374\u037A\u0390\u03AC\u03AD\u03AE\u03AF\u03B0\u03CA\u03CB\u03CC\u03CD"
    "\u03CE\u03D0\u03D1\u03D5\u03D6\u03F0\u03F1\u03F2\u03F5\u0439\u0450\u0451\u0453\u0457\u045C"
    "\u045D\u045E\u0477\u04C2\u04D1\u04D3\u04D7\u04DB\u04DD\u04DF\u04E3\u04E5\u04E7\u04EB\u04ED"
    "\u04EF\u04F1\u04F3\u04F5\u04F9\u0622\u0623\u0624\u0625\u0626\u06C0\u06C2\u06D3\u0929\u0931"
    "\u0934\u0958\u0959\u095A\u095B\u095C\u095D\u095E\u095F\u09DC\u09DD\u09DF\u0A33\u0A36\u0A59"
    "\u0A5A\u0A5B\u0A5E\u0B5C\u0B5D\u10FC\u1D2C\u1D2D\u1D2E\u1D30\u1D31\u1D32\u1D33\u1D34\u1D35"
    "\u1D36\u1D37\u1D38\u1D39\u1D3A\u1D3C\u1D3D\u1D3E\u1D3F\u1D40\u1D41\u1D42\u1D43\u1D44\u1D45"
    "\u1D46\u1D47\u1D48\u1D49\u1D4A\u1D4B\u1D4C\u1D4D\u1D4F\u1D50\u1D51\u1D52\u1D53\u1D54\u1D55"
    "\u1D56\u1D57\u1D58\u1D59\u1D5A\u1D5B\u1D5C\u1D5D\u1D5E\u1D5F\u1D60\u1D61\u1D62\u1D63\u1D64"
    "\u1D65\u1D66\u1D67\u1D68\u1D69\u1D6A\u1D78\u1D9B\u1D9C\u1D9D\u1D9E\u1D9F\u1DA0\u1DA1\u1DA2"
    "\u1DA3\u1DA4\u1DA5\u1DA6\u1DA7\u1DA8\u1DA9\u1DAA\u1DAB\u1DAC\u1DAD\u1DAE\u1DAF\u1DB0\u1DB1"
    "\u1DB2\u1DB3\u1DB4\u1DB5\u1DB6\u1DB7\u1DB8\u1DB9\u1DBA\u1DBB\u1DBC\u1DBD\u1DBE\u1DBF\u1E01"
    "\u1E03\u1E05\u1E07\u1E09\u1E0B\u1E0D\u1E0F\u1E11\u1E13\u1E15\u1E17\u1E19\u1E1B\u1E1D\u1E1F"
    "\u1E21\u1E23\u1E25\u1E27\u1E29\u1E2B\u1E2D\u1E2F\u1E31\u1E33\u1E35\u1E37\u1E39\u1E3B\u1E3D"
    "\u1E3F\u1E41\u1E43\u1E45\u1E47\u1E49\u1E4B\u1E4D\u1E4F\u1E51\u1E53\u1E55\u1E57\u1E59\u1E5B"
    "\u1E5D\u1E5F\u1E61\u1E63\u1E65\u1E67\u1E69\u1E6B\u1E6D\u1E6F\u1E71\u1E73\u1E75\u1E77\u1E79"
    "\u1E7B\u1E7D\u1E7F\u1E81\u1E83\u1E85\u1E87\u1E89\u1E8B\u1E8D\u1E8F\u1E91\u1E93\u1E95\u1E96"
    "\u1E97\u1E98\u1E99\u1E9B\u1EA1\u1EA3\u1EA5\u1EA7\u1EA9\u1EAB\u1EAD\u1EAF\u1EB1\u1EB3\u1EB5"
    "\u1EB7\u1EB9\u1EBB\u1EBD\u1EBF\u1EC1\u1EC3\u1EC5\u1EC7\u1EC9\u1ECB\u1ECD\u1ECF\u1ED1\u1ED3"
    "\u1ED5\u1ED7\u1ED9\u1EDB\u1EDD\u1EDF\u1EE1\u1EE3\u1EE5\u1EE7\u1EE9\u1EEB\u1EED\u1EEF\u1EF1"
    "\u1EF3\u1EF5\u1EF7\u1EF9\u1F00\u1F01\u1F02\u1F03\u1F04\u1F05\u1F06\u1F07\u1F10\u1F11\u1F12"
    "\u1F13\u1F14\u1F15\u1F20\u1F21\u1F22\u1F23\u1F24\u1F25\u1F26\u1F27\u1F30\u1F31\u1F32\u1F33"
    "\u1F34\u1F35\u1F36\u1F37\u1F40\u1F41\u1F42\u1F43\u1F44\u1F45\u1F50\u1F51\u1F52\u1F53\u1F54"
    "\u1F55\u1F56\u1F57\u1F60\u1F61\u1F62\u1F63\u1F64\u1F65\u1F66\u1F67\u1F70\u1F71\u1F72\u1F73"
    "\u1F74\u1F75\u1F76\u1F77\u1F78\u1F79\u1F7A\u1F7B\u1F7C\u1F7D\u1F80\u1F81\u1F82\u1F83\u1F84"
    "\u1F85\u1F86\u1F87\u1F90\u1F91\u1F92\u1F93\u1F94\u1F95\u1F96\u1F97\u1FA0\u1FA1\u1FA2\u1FA3"
    "\u1FA4\u1FA5\u1FA6\u1FA7\u1FB0\u1FB1\u1FB2\u1FB3\u1FB4\u1FB6\u1FB7\u1FBE\u1FC2\u1FC3\u1FC4"
    "\u1FC6\u1FC7\u1FD0\u1FD1\u1FD2\u1FD3\u1FD6\u1FD7\u1FE0\u1FE1\u1FE2\u1FE3\u1FE4\u1FE5\u1FE6"
    "\u1FE7\u1FF2\u1FF3\u1FF4\u1FF6\u1FF7\u2070\u2071\u2074\u2075\u2076\u2077\u2078\u2079\u207F"
    "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u2090\u2091\u2092\u2093\u2094"
    "\u2095\u2096\u2097\u2098\u2099\u209A\u209B\u209C\u210A\u210E\u210F\u2113\u212F\u2134\u2135"
    "\u2136\u2137\u2138\u2139\u213C\u213D\u2146\u2147\u2148\u2149\u2160\u2164\u2169\u216C\u216D"
    "\u216E\u216F\u2170\u2174\u2179\u217C\u217D\u217E\u217F\u2460\u2461\u2462\u2463\u2464\u2465"
    "\u2466\u2467\u2468\u24EA\u2C7C\u2C7D\u2D6F\u3038\u3039\u303A\u30AC\u30AE\u30B0\u30B2\u30B4"
    "\u30B6\u30B8\u30BA\u30BC\u30BE\u30C0\u30C2\u30C5\u30C7\u30C9\u30D0\u30D1\u30D3\u30D4\u30D6"
    "\u30D7\u30D9\u30DA\u30DC\u30DD\u30F4\u30F7\u30F8\u30F9\u30FA\u30FE\u3131\u3132\u3133\u3134"
    "\u3135\u3136\u3137\u3138\u3139\u313A\u313B\u313C\u313D\u313E\u313F\u3140\u3141\u3142\u3143"
    "\u3144\u3145\u3146\u3147\u3148\u3149\u314A\u314B\u314C\u314D\u314E\u314F\u3150\u3151\u3152"
    "\u3153\u3154\u3155\u3156\u3157\u3158\u3159\u315A\u315B\u315C\u315D\u315E\u315F\u3160\u3161"
    "\u3162\u3163\u3164\u3165\u3166\u3167\u3168\u3169\u316A\u316B\u316C\u316D\u316E\u316F\u3170"
    "\u3171\u3172\u3173\u3174\u3175\u3176\u3177\u3178\u3179\u317A\u317B\u317C\u317D\u317E\u317F"
    "\u3180\u3181\u3182\u3183\u3184\u3185\u3186\u3187\u3188\u3189\u318A\u318B\u318C\u318D\u318E"
    "\u3280\u3281\u3282\u3283\u3284\u3285\u3286\u3287\u3288\u3289\uA69C\uA69D\uA770\uA7F2\uA7F3"
    "\uA7F4\uA7F8\uA7F9\uAB5C\uAB5D\uAB5E\uAB5F\uAB69\uFB1D\uFB1F\uFB20\uFB21\uFB22\uFB23\uFB24"
    "\uFB25\uFB26\uFB27\uFB28\uFB2A\uFB2B\uFB2C\uFB2D\uFB2E\uFB2F\uFB30\uFB31\uFB32\uFB33\uFB34"
    "\uFB35\uFB36\uFB38\uFB39\uFB3A\uFB3B\uFB3C\uFB3E\uFB40\uFB41\uFB43\uFB44\uFB46\uFB47\uFB48"
    "\uFB49\uFB4A\uFB4B\uFB4C\uFB4D\uFB4E\uFB50\uFB51\uFB52\uFB53\uFB54\uFB55\uFB56\uFB57\uFB58"
    "\uFB59\uFB5A\uFB5B\uFB5C\uFB5D\uFB5E\uFB5F\uFB60\uFB61\uFB62\uFB63\uFB64\uFB65\uFB66\uFB67"
    "\uFB68\uFB69\uFB6A\uFB6B\uFB6C\uFB6D\uFB6E\uFB6F\uFB70\uFB71\uFB72\uFB73\uFB74\uFB75\uFB76"
    "\uFB77\uFB78\uFB79\uFB7A\uFB7B\uFB7C\uFB7D\uFB7E\uFB7F\uFB80\uFB81\uFB82\uFB83\uFB84\uFB85"
    "\uFB86\uFB87\uFB88\uFB89\uFB8A\uFB8B\uFB8C\uFB8D\uFB8E\uFB8F\uFB90\uFB91\uFB92\uFB93\uFB94"
    "\uFB95\uFB96\uFB97\uFB98\uFB99\uFB9A\uFB9B\uFB9C\uFB9D\uFB9E\uFB9F\uFBA0\uFBA1\uFBA2\uFBA3"
    "\uFBA4\uFBA5\uFBA6\uFBA7\uFBA8\uFBA9\uFBAA\uFBAB\uFBAC\uFBAD\uFBAE\uFBAF\uFBB0\uFBB1\uFBD3"
    "\uFBD4\uFBD5\uFBD6\uFBD7\uFBD8\uFBD9\uFBDA\uFBDB\uFBDC\uFBDE\uFBDF\uFBE0\uFBE1\uFBE2\uFBE3"
    "\uFBE4\uFBE5\uFBE6\uFBE7\uFBE8\uFBE9\uFBFC\uFBFD\uFBFE\uFBFF\uFC5B\uFC5C\uFC5D\uFC5E\uFC5F"
    "\uFC60\uFC61\uFC62\uFC63\uFC90\uFCD9\uFCF2\uFCF3\uFCF4\uFD3C\uFD3D\uFE70\uFE71\uFE72\uFE74"
    "\uFE76\uFE77\uFE78\uFE79\uFE7A\uFE7B\uFE7C\uFE7D\uFE7E\uFE7F\uFE80\uFE81\uFE82\uFE83\uFE84"
    "\uFE85\uFE86\uFE87\uFE88\uFE89\uFE8A\uFE8B\uFE8C\uFE8D\uFE8E\uFE8F\uFE90\uFE91\uFE92\uFE93"
    "\uFE94\uFE95\uFE96\uFE97\uFE98\uFE99\uFE9A\uFE9B\uFE9C\uFE9D\uFE9E\uFE9F\uFEA0\uFEA1\uFEA2"
    "\uFEA3\uFEA4\uFEA5\uFEA6\uFEA7\uFEA8\uFEA9\uFEAA\uFEAB\uFEAC\uFEAD\uFEAE\uFEAF\uFEB0\uFEB1"
    "\uFEB2\uFEB3\uFEB4\uFEB5\uFEB6\uFEB7\uFEB8\uFEB9\uFEBA\uFEBB\uFEBC\uFEBD\uFEBE\uFEBF\uFEC0"
    "\uFEC1\uFEC2\uFEC3\uFEC4\uFEC5\uFEC6\uFEC7\uFEC8\uFEC9\uFECA\uFECB\uFECC\uFECD\uFECE\uFECF"
    "\uFED0\uFED1\uFED2\uFED3\uFED4\uFED5\uFED6\uFED7\uFED8\uFED9\uFEDA\uFEDB\uFEDC\uFEDD\uFEDE"
    "\uFEDF\uFEE0\uFEE1\uFEE2\uFEE3\uFEE4\uFEE5\uFEE6\uFEE7\uFEE8\uFEE9\uFEEA\uFEEB\uFEEC\uFEED"
    "\uFEEE\uFEEF\uFEF0\uFEF1\uFEF2\uFEF3\uFEF4\uFF41\uFF42\uFF43\uFF44\uFF45\uFF46\uFF47\uFF48"
    "\uFF49\uFF4A\uFF4B\uFF4C\uFF4D\uFF4E\uFF4F\uFF50\uFF51\uFF52\uFF53\uFF54\uFF55\uFF56\uFF57"
    "\uFF58\uFF59\uFF5A\uFF66\uFF67\uFF68\uFF69\uFF6A\uFF6B\uFF6C\uFF6D\uFF6E\uFF6F\uFF70\uFF71"
    "\uFF72\uFF73\uFF74\uFF75\uFF76\uFF77\uFF78\uFF79\uFF7A\uFF7B\uFF7C\uFF7D\uFF7E\uFF7F\uFF80"
    "\uFF81\uFF82\uFF83\uFF84\uFF85\uFF86\uFF87\uFF88\uFF89\uFF8A\uFF8B\uFF8C\uFF8D\uFF8E\uFF8F"
    "\uFF90\uFF91\uFF92\uFF93\uFF94\uFF95\uFF96\uFF97\uFF98\uFF99\uFF9A\uFF9B\uFF9C\uFF9D\uFF9E"
    "\uFF9F\uFFA0\uFFA1\uFFA2\uFFA3\uFFA4\uFFA5\uFFA6\uFFA7\uFFA8\uFFA9\uFFAA\uFFAB\uFFAC\uFFAD"
    "\uFFAE\uFFAF\uFFB0\uFFB1\uFFB2\uFFB3\uFFB4\uFFB5\uFFB6\uFFB7\uFFB8\uFFB9\uFFBA\uFFBB\uFFBC"
    "\uFFBD\uFFBE\uFFC2\uFFC3\uFFC4\uFFC5\uFFC6\uFFC7\uFFCA\uFFCB\uFFCC\uFFCD\uFFCE\uFFCF\uFFD2"
    "\uFFD3\uFFD4\uFFD5\uFFD6\uFFD7\uFFDA\uFFDB\uFFDC\U00010781\U00010782\U00010783\U00010784"
    "\U00010785\U00010787\U00010788\U00010789\U0001078A\U0001078B\U0001078C\U0001078D\U0001078E"
    "\U0001078F\U00010790\U00010791\U00010792\U00010793\U00010794\U00010795\U00010796\U00010797"
    "\U00010798\U00010799\U0001079A\U0001079B\U0001079C\U0001079D\U0001079E\U0001079F\U000107A0"
    "\U000107A1\U000107A2\U000107A3\U000107A4\U000107A5\U000107A6\U000107A7\U000107A8\U000107A9"
    "\U000107AA\U000107AB\U000107AC\U000107AD\U000107AE\U000107AF\U000107B0\U000107B2\U000107B3"
    "\U000107B4\U000107B5\U000107B6\U000107B7\U000107B8\U000107B9\U000107BA\U0001109A\U0001109C"
    "\U000110AB\U0001D41A\U0001D41B\U0001D41C\U0001D41D\U0001D41E\U0001D41F\U0001D420\U0001D421"
    "\U0001D422\U0001D423\U0001D424\U0001D425\U0001D426\U0001D427\U0001D428\U0001D429\U0001D42A"
    "\U0001D42B\U0001D42C\U0001D42D\U0001D42E\U0001D42F\U0001D430\U0001D431\U0001D432\U0001D433"
    "\U0001D44E\U0001D44F\U0001D450\U0001D451\U0001D452\U0001D453\U0001D454\U0001D456\U0001D457"
    "\U0001D458\U0001D459\U0001D45A\U0001D45B\U0001D45C\U0001D45D\U0001D45E\U0001D45F\U0001D460"
    "\U0001D461\U0001D462\U0001D463\U0001D464\U0001D465\U0001D466\U0001D467\U0001D482\U0001D483"
    "\U0001D484\U0001D485\U0001D486\U0001D487\U0001D488\U0001D489\U0001D48A\U0001D48B\U0001D48C"
    "\U0001D48D\U0001D48E\U0001D48F\U0001D490\U0001D491\U0001D492\U0001D493\U0001D494\U0001D495"
    "\U0001D496\U0001D497\U0001D498\U0001D499\U0001D49A\U0001D49B\U0001D4B6\U0001D4B7\U0001D4B8"
    "\U0001D4B9\U0001D4BB\U0001D4BD\U0001D4BE\U0001D4BF\U0001D4C0\U0001D4C1\U0001D4C2\U0001D4C3"
    "\U0001D4C5\U0001D4C6\U0001D4C7\U0001D4C8\U0001D4C9\U0001D4CA\U0001D4CB\U0001D4CC\U0001D4CD"
    "\U0001D4CE\U0001D4CF\U0001D4EA\U0001D4EB\U0001D4EC\U0001D4ED\U0001D4EE\U0001D4EF\U0001D4F0"
    "\U0001D4F1\U0001D4F2\U0001D4F3\U0001D4F4\U0001D4F5\U0001D4F6\U0001D4F7\U0001D4F8\U0001D4F9"
    "\U0001D4FA\U0001D4FB\U0001D4FC\U0001D4FD\U0001D4FE\U0001D4FF\U0001D500\U0001D501\U0001D502"
    "\U0001D503\U0001D51E\U0001D51F\U0001D520\U0001D521\U0001D522\U0001D523\U0001D524\U0001D525"
    "\U0001D526\U0001D527\U0001D528\U0001D529\U0001D52A\U0001D52B\U0001D52C\U0001D52D\U0001D52E"
    "\U0001D52F\U0001D530\U0001D531\U0001D532\U0001D533\U0001D534\U0001D535\U0001D536\U0001D537"
    "\U0001D552\U0001D553\U0001D554\U0001D555\U0001D556\U0001D557\U0001D558\U0001D559\U0001D55A"
    "\U0001D55B\U0001D55C\U0001D55D\U0001D55E\U0001D55F\U0001D560\U0001D561\U0001D562\U0001D563"
    "\U0001D564\U0001D565\U0001D566\U0001D567\U0001D568\U0001D569\U0001D56A\U0001D56B\U0001D586"
    "\U0001D587\U0001D588\U0001D589\U0001D58A\U0001D58B\U0001D58C\U0001D58D\U0001D58E\U0001D58F"
    "\U0001D590\U0001D591\U0001D592\U0001D593\U0001D594\U0001D595\U0001D596\U0001D597\U0001D598"
    "\U0001D599\U0001D59A\U0001D59B\U0001D59C\U0001D59D\U0001D59E\U0001D59F\U0001D5BA\U0001D5BB"
    "\U0001D5BC\U0001D5BD\U0001D5BE\U0001D5BF\U0001D5C0\U0001D5C1\U0001D5C2\U0001D5C3\U0001D5C4"
    "\U0001D5C5\U0001D5C6\U0001D5C7\U0001D5C8\U0001D5C9\U0001D5CA\U0001D5CB\U0001D5CC\U0001D5CD"
    "\U0001D5CE\U0001D5CF\U0001D5D0\U0001D5D1\U0001D5D2\U0001D5D3\U0001D5EE\U0001D5EF\U0001D5F0"
    "\U0001D5F1\U0001D5F2\U0001D5F3\U0001D5F4\U0001D5F5\U0001D5F6\U0001D5F7\U0001D5F8\U0001D5F9"
    "\U0001D5FA\U0001D5FB\U0001D5FC\U0001D5FD\U0001D5FE\U0001D5FF\U0001D600\U0001D601\U0001D602"
    "\U0001D603\U0001D604\U0001D605\U0001D606\U0001D607\U0001D622\U0001D623\U0001D624\U0001D625"
    "\U0001D626\U0001D627\U0001D628\U0001D629\U0001D62A\U0001D62B\U0001D62C\U0001D62D\U0001D62E"
    "\U0001D62F\U0001D630\U0001D631\U0001D632\U0001D633\U0001D634\U0001D635\U0001D636\U0001D637"
    "\U0001D638\U0001D639\U0001D63A\U0001D63B\U0001D656\U0001D657\U0001D658\U0001D659\U0001D65A"
    "\U0001D65B\U0001D65C\U0001D65D\U0001D65E\U0001D65F\U0001D660\U0001D661\U0001D662\U0001D663"
    "\U0001D664\U0001D665\U0001D666\U0001D667\U0001D668\U0001D669\U0001D66A\U0001D66B\U0001D66C"
    "\U0001D66D\U0001D66E\U0001D66F\U0001D68A\U0001D68B\U0001D68C\U0001D68D\U0001D68E\U0001D68F"
    "\U0001D690\U0001D691\U0001D692\U0001D693\U0001D694\U0001D695\U0001D696\U0001D697\U0001D698"
    "\U0001D699\U0001D69A\U0001D69B\U0001D69C\U0001D69D\U0001D69E\U0001D69F\U0001D6A0\U0001D6A1"
    "\U0001D6A2\U0001D6A3\U0001D6A4\U0001D6A5\U0001D6C2\U0001D6C3\U0001D6C4\U0001D6C5\U0001D6C6"
    "\U0001D6C7\U0001D6C8\U0001D6C9\U0001D6CA\U0001D6CB\U0001D6CC\U0001D6CD\U0001D6CE\U0001D6CF"
    "\U0001D6D0\U0001D6D1\U0001D6D2\U0001D6D3\U0001D6D4\U0001D6D5\U0001D6D6\U0001D6D7\U0001D6D8"
    "\U0001D6D9\U0001D6DA\U0001D6DC\U0001D6DD\U0001D6DE\U0001D6DF\U0001D6E0\U0001D6E1\U0001D6FC"
    "\U0001D6FD\U0001D6FE\U0001D6FF\U0001D700\U0001D701\U0001D702\U0001D703\U0001D704\U0001D705"
    "\U0001D706\U0001D707\U0001D708\U0001D709\U0001D70A\U0001D70B\U0001D70C\U0001D70D\U0001D70E"
    "\U0001D70F\U0001D710\U0001D711\U0001D712\U0001D713\U0001D714\U0001D716\U0001D717\U0001D718"
    "\U0001D719\U0001D71A\U0001D71B\U0001D736\U0001D737\U0001D738\U0001D739\U0001D73A\U0001D73B"
    "\U0001D73C\U0001D73D\U0001D73E\U0001D73F\U0001D740\U0001D741\U0001D742\U0001D743\U0001D744"
    "\U0001D745\U0001D746\U0001D747\U0001D748\U0001D749\U0001D74A\U0001D74B\U0001D74C\U0001D74D"
    "\U0001D74E\U0001D750\U0001D751\U0001D752\U0001D753\U0001D754\U0001D755\U0001D770\U0001D771"
    "\U0001D772\U0001D773\U0001D774\U0001D775\U0001D776\U0001D777\U0001D778\U0001D779\U0001D77A"
    "\U0001D77B\U0001D77C\U0001D77D\U0001D77E\U0001D77F\U0001D780\U0001D781\U0001D782\U0001D783"
    "\U0001D784\U0001D785\U0001D786\U0001D787\U0001D788\U0001D78A\U0001D78B\U0001D78C\U0001D78D"
    "\U0001D78E\U0001D78F\U0001D7AA\U0001D7AB\U0001D7AC\U0001D7AD\U0001D7AE\U0001D7AF\U0001D7B0"
    "\U0001D7B1\U0001D7B2\U0001D7B3\U0001D7B4\U0001D7B5\U0001D7B6\U0001D7B7\U0001D7B8\U0001D7B9"
    "\U0001D7BA\U0001D7BB\U0001D7BC\U0001D7BD\U0001D7BE\U0001D7BF\U0001D7C0\U0001D7C1\U0001D7C2"
    "\U0001D7C4\U0001D7C5\U0001D7C6\U0001D7C7\U0001D7C8\U0001D7C9\U0001D7CB\U0001EE00\U0001EE01"
    "\U0001EE02\U0001EE03\U0001EE05\U0001EE06\U0001EE07\U0001EE08\U0001EE09\U0001EE0A\U0001EE0B"
    "\U0001EE0C\U0001EE0D\U0001EE0E\U0001EE0F\U0001EE10\U0001EE11\U0001EE12\U0001EE13\U0001EE14"
    "\U0001EE15\U0001EE16\U0001EE17\U0001EE18\U0001EE19\U0001EE1A\U0001EE1B\U0001EE1C\U0001EE1D"
    "\U0001EE1E\U0001EE1F\U0001EE21\U0001EE22\U0001EE24\U0001EE27\U0001EE29\U0001EE2A\U0001EE2B"
    "\U0001EE2C\U0001EE2D\U0001EE2E\U0001EE2F\U0001EE30\U0001EE31\U0001EE32\U0001EE34\U0001EE35"
    "\U0001EE36\U0001EE37\U0001EE39\U0001EE3B\U0001EE42\U0001EE47\U0001EE49\U0001EE4B\U0001EE4D"
    "\U0001EE4E\U0001EE4F\U0001EE51\U0001EE52\U0001EE54\U0001EE57\U0001EE59\U0001EE5B\U0001EE5D"
    "\U0001EE5F\U0001EE61\U0001EE62\U0001EE64\U0001EE67\U0001EE68\U0001EE69\U0001EE6A\U0001EE6C"
    "\U0001EE6D\U0001EE6E\U0001EE6F\U0001EE70\U0001EE71\U0001EE72\U0001EE74\U0001EE75\U0001EE76"
    "\U0001EE77\U0001EE79\U0001EE7A\U0001EE7B\U0001EE7C\U0001EE7E\U0001EE80\U0001EE81\U0001EE82"
    "\U0001EE83\U0001EE84\U0001EE85\U0001EE86\U0001EE87\U0001EE88\U0001EE89\U0001EE8B\U0001EE8C"
    "\U0001EE8D\U0001EE8E\U0001EE8F\U0001EE90\U0001EE91\U0001EE92\U0001EE93\U0001EE94\U0001EE95"
    "\U0001EE96\U0001EE97\U0001EE98\U0001EE99\U0001EE9A\U0001EE9B\U0001EEA1\U0001EEA2\U0001EEA3"
    "\U0001EEA5\U0001EEA6\U0001EEA7\U0001EEA8\U0001EEA9\U0001EEAB\U0001EEAC\U0001EEAD\U0001EEAE"
    "\U0001EEAF\U0001EEB0\U0001EEB1\U0001EEB2\U0001EEB3\U0001EEB4\U0001EEB5\U0001EEB6\U0001EEB7"
    "\U0001EEB8\U0001EEB9\U0001EEBA\U0001EEBB";
static const uint32_t plain_points[] =
    U"a23\u03BC1oaaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrssssttuuuuu"
    "uwyzzzsouaiouuuuuaa\u00E6gkoo\u0292jgna\u00E6\u00F8aaeeiioorruusthaeooooyeh\u0266jr\u0279"
    "\u027B\u0281wy\u0263lsx\u0295\u02B9 \u03B9\u03B1\u03B5\u03B7\u03B9\u03C5\u03B9\u03C5\u03BF"
    "\u03C5\u03C9\u03B2\u03B8\u03C6\u03C0\u03BA\u03C1\u03C2\u03B5\u0438\u0435\u0435\u0433\u0456"
    "\u043A\u0438\u0443\u0475\u0436\u0430\u0430\u0435\u04D9\u0436\u0437\u0438\u0438\u043E\u04E9"
    "\u044D\u0443\u0443\u0443\u0447\u044B\u0627\u0627\u0648\u0627\u064A\u06D5\u06C1\u06D2\u0928"
    "\u0930\u0933\u0915\u0916\u0917\u091C\u0921\u0922\u092B\u092F\u09A1\u09A2\u09AF\u0A32\u0A38"
    "\u0A16\u0A17\u0A1C\u0A2B\u0B21\u0B22\u10DCA\u00C6BDE\u018EGHIJKLMNO\u0222PRTUWa\u0250"
    "\u0251\u1D02bde\u0259\u025B\u025Cgkm\u014Bo\u0254\u1D16\u1D17ptu\u1D1D\u026Fv\u1D25\u03B2"
    "\u03B3\u03B4\u03C6\u03C7iruv\u03B2\u03B3\u03C1\u03C6\u03C7\u043D\u0252c\u0255\u00F0\u025Cf"
    "\u025F\u0261\u0265\u0268\u0269\u026A\u1D7B\u029D\u026D\u1D85\u029F\u0271\u0270\u0272\u0273"
    "\u0274\u0275\u0278\u0282\u0283\u01AB\u0289\u028A\u1D1C\u028B\u028Cz\u0290\u0291\u0292"
    "\u03B8abbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwysaaaa"
    "aaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyy\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1"
    "\u03B5\u03B5\u03B5\u03B5\u03B5\u03B5\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03B9"
    "\u03B9\u03B9\u03B9\u03B9\u03B9\u03B9\u03B9\u03BF\u03BF\u03BF\u03BF\u03BF\u03BF\u03C5\u03C5"
    "\u03C5\u03C5\u03C5\u03C5\u03C5\u03C5\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9\u03B1"
    "\u03B1\u03B5\u03B5\u03B7\u03B7\u03B9\u03B9\u03BF\u03BF\u03C5\u03C5\u03C9\u03C9\u03B1\u03B1"
    "\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03B7\u03C9"
    "\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1\u03B1\u03B9"
    "\u03B7\u03B7\u03B7\u03B7\u03B7\u03B9\u03B9\u03B9\u03B9\u03B9\u03B9\u03C5\u03C5\u03C5\u03C5"
    "\u03C1\u03C1\u03C5\u03C5\u03C9\u03C9\u03C9\u03C9\u03C90i456789n0123456789aeox\u0259hklmnps"
    "tgh\u0127leo\u05D0\u05D1\u05D2\u05D3i\u03C0\u03B3deijIVXLCDMivxlcdm1234567890jV\u2D61"
    "\u5341\u5344\u5345\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7\u30B9\u30BB\u30BD\u30BF\u30C1"
    "\u30C4\u30C6\u30C8\u30CF\u30CF\u30D2\u30D2\u30D5\u30D5\u30D8\u30D8\u30DB\u30DB\u30A6\u30EF"
    "\u30F0\u30F1\u30F2\u30FD\u1100\u1101\u11AA\u1102\u11AC\u11AD\u1103\u1104\u1105\u11B0\u11B1"
    "\u11B2\u11B3\u11B4\u11B5\u111A\u1106\u1107\u1108\u1121\u1109\u110A\u110B\u110C\u110D\u110E"
    "\u110F\u1110\u1111\u1112\u1161\u1162\u1163\u1164\u1165\u1166\u1167\u1168\u1169\u116A\u116B"
    "\u116C\u116D\u116E\u116F\u1170\u1171\u1172\u1173\u1174\u1175\u1160\u1114\u1115\u11C7\u11C8"
    "\u11CC\u11CE\u11D3\u11D7\u11D9\u111C\u11DD\u11DF\u111D\u111E\u1120\u1122\u1123\u1127\u1129"
    "\u112B\u112C\u112D\u112E\u112F\u1132\u1136\u1140\u1147\u114C\u11F1\u11F2\u1157\u1158\u1159"
    "\u1184\u1185\u1188\u1191\u1192\u1194\u119E\u11A1\u4E00\u4E8C\u4E09\u56DB\u4E94\u516D\u4E03"
    "\u516B\u4E5D\u5341\u044A\u044C\uA76FCFQ\u0126\u0153\uA727\uAB37\u026B\uAB52\u028D\u05D9"
    "\u05F2\u05E2\u05D0\u05D3\u05D4\u05DB\u05DC\u05DD\u05E8\u05EA\u05E9\u05E9\u05E9\u05E9\u05D0"
    "\u05D0\u05D0\u05D1\u05D2\u05D3\u05D4\u05D5\u05D6\u05D8\u05D9\u05DA\u05DB\u05DC\u05DE\u05E0"
    "\u05E1\u05E3\u05E4\u05E6\u05E7\u05E8\u05E9\u05EA\u05D5\u05D1\u05DB\u05E4\u0671\u0671\u067B"
    "\u067B\u067B\u067B\u067E\u067E\u067E\u067E\u0680\u0680\u0680\u0680\u067A\u067A\u067A\u067A"
    "\u067F\u067F\u067F\u067F\u0679\u0679\u0679\u0679\u06A4\u06A4\u06A4\u06A4\u06A6\u06A6\u06A6"
    "\u06A6\u0684\u0684\u0684\u0684\u0683\u0683\u0683\u0683\u0686\u0686\u0686\u0686\u0687\u0687"
    "\u0687\u0687\u068D\u068D\u068C\u068C\u068E\u068E\u0688\u0688\u0698\u0698\u0691\u0691\u06A9"
    "\u06A9\u06A9\u06A9\u06AF\u06AF\u06AF\u06AF\u06B3\u06B3\u06B3\u06B3\u06B1\u06B1\u06B1\u06B1"
    "\u06BA\u06BA\u06BB\u06BB\u06BB\u06BB\u06D5\u06D5\u06C1\u06C1\u06C1\u06C1\u06BE\u06BE\u06BE"
    "\u06BE\u06D2\u06D2\u06D2\u06D2\u06AD\u06AD\u06AD\u06AD\u06C7\u06C7\u06C6\u06C6\u06C8\u06C8"
    "\u06CB\u06CB\u06C5\u06C5\u06C9\u06C9\u06D0\u06D0\u06D0\u06D0\u0649\u0649\u06CC\u06CC\u06CC"
    "\u06CC\u0630\u0631\u0649      \u0649\u0647\u0640\u0640\u0640\u0627\u0627 \u0640   \u0640 "
    "\u0640 \u0640 \u0640 \u0640\u0621\u0627\u0627\u0627\u0627\u0648\u0648\u0627\u0627\u064A"
    "\u064A\u064A\u064A\u0627\u0627\u0628\u0628\u0628\u0628\u0629\u0629\u062A\u062A\u062A\u062A"
    "\u062B\u062B\u062B\u062B\u062C\u062C\u062C\u062C\u062D\u062D\u062D\u062D\u062E\u062E\u062E"
    "\u062E\u062F\u062F\u0630\u0630\u0631\u0631\u0632\u0632\u0633\u0633\u0633\u0633\u0634\u0634"
    "\u0634\u0634\u0635\u0635\u0635\u0635\u0636\u0636\u0636\u0636\u0637\u0637\u0637\u0637\u0638"
    "\u0638\u0638\u0638\u0639\u0639\u0639\u0639\u063A\u063A\u063A\u063A\u0641\u0641\u0641\u0641"
    "\u0642\u0642\u0642\u0642\u0643\u0643\u0643\u0643\u0644\u0644\u0644\u0644\u0645\u0645\u0645"
    "\u0645\u0646\u0646\u0646\u0646\u0647\u0647\u0647\u0647\u0648\u0648\u0649\u0649\u064A\u064A"
    "\u064A\u064Aabcdefghijklmnopqrstuvwxyz\u30F2\u30A1\u30A3\u30A5\u30A7\u30A9\u30E3\u30E5"
    "\u30E7\u30C3\u30FC\u30A2\u30A4\u30A6\u30A8\u30AA\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7"
    "\u30B9\u30BB\u30BD\u30BF\u30C1\u30C4\u30C6\u30C8\u30CA\u30CB\u30CC\u30CD\u30CE\u30CF\u30D2"
    "\u30D5\u30D8\u30DB\u30DE\u30DF\u30E0\u30E1\u30E2\u30E4\u30E6\u30E8\u30E9\u30EA\u30EB\u30EC"
    "\u30ED\u30EF\u30F3\u3099\u309A\u1160\u1100\u1101\u11AA\u1102\u11AC\u11AD\u1103\u1104\u1105"
    "\u11B0\u11B1\u11B2\u11B3\u11B4\u11B5\u111A\u1106\u1107\u1108\u1121\u1109\u110A\u110B\u110C"
    "\u110D\u110E\u110F\u1110\u1111\u1112\u1161\u1162\u1163\u1164\u1165\u1166\u1167\u1168\u1169"
    "\u116A\u116B\u116C\u116D\u116E\u116F\u1170\u1171\u1172\u1173\u1174\u1175\u02D0\u02D1\u00E6"
    "\u0299\u0253\u02A3\uAB66\u02A5\u02A4\u0256\u0257\u1D91\u0258\u025E\u02A9\u0264\u0262\u0260"
    "\u029B\u0127\u029C\u0267\u0284\u02AA\u02AB\u026C\U0001DF04\uA78E\u026E\U0001DF05\u028E"
    "\U0001DF06\u00F8\u0276\u0277q\u027A\U0001DF08\u027D\u027E\u0280\u02A8\u02A6\uAB67\u02A7"
    "\u0288\u2C71\u028F\u02A1\u02A2\u0298\u01C0\u01C1\u01C2\U0001DF0A\U0001DF1E\U00011099"
    "\U0001109B\U000110A5abcdefghijklmnopqrstuvwxyzabcdefgijklmnopqrstuvwxyzabcdefghijklmnopqrs"
    "tuvwxyzabcdfhijklmnpqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh"
    "ijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
    "uvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\u0131"
    "\u0237\u03B1\u03B2\u03B3\u03B4\u03B5\u03B6\u03B7\u03B8\u03B9\u03BA\u03BB\u03BC\u03BD\u03BE"
    "\u03BF\u03C0\u03C1\u03C2\u03C3\u03C4\u03C5\u03C6\u03C7\u03C8\u03C9\u03B5\u03B8\u03BA\u03C6"
    "\u03C1\u03C0\u03B1\u03B2\u03B3\u03B4\u03B5\u03B6\u03B7\u03B8\u03B9\u03BA\u03BB\u03BC\u03BD"
    "\u03BE\u03BF\u03C0\u03C1\u03C2\u03C3\u03C4\u03C5\u03C6\u03C7\u03C8\u03C9\u03B5\u03B8\u03BA"
    "\u03C6\u03C1\u03C0\u03B1\u03B2\u03B3\u03B4\u03B5\u03B6\u03B7\u03B8\u03B9\u03BA\u03BB\u03BC"
    "\u03BD\u03BE\u03BF\u03C0\u03C1\u03C2\u03C3\u03C4\u03C5\u03C6\u03C7\u03C8\u03C9\u03B5\u03B8"
    "\u03BA\u03C6\u03C1\u03C0\u03B1\u03B2\u03B3\u03B4\u03B5\u03B6\u03B7\u03B8\u03B9\u03BA\u03BB"
    "\u03BC\u03BD\u03BE\u03BF\u03C0\u03C1\u03C2\u03C3\u03C4\u03C5\u03C6\u03C7\u03C8\u03C9\u03B5"
    "\u03B8\u03BA\u03C6\u03C1\u03C0\u03B1\u03B2\u03B3\u03B4\u03B5\u03B6\u03B7\u03B8\u03B9\u03BA"
    "\u03BB\u03BC\u03BD\u03BE\u03BF\u03C0\u03C1\u03C2\u03C3\u03C4\u03C5\u03C6\u03C7\u03C8\u03C9"
    "\u03B5\u03B8\u03BA\u03C6\u03C1\u03C0\u03DD\u0627\u0628\u062C\u062F\u0648\u0632\u062D\u0637"
    "\u064A\u0643\u0644\u0645\u0646\u0633\u0639\u0641\u0635\u0642\u0631\u0634\u062A\u062B\u062E"
    "\u0630\u0636\u0638\u063A\u066E\u06BA\u06A1\u066F\u0628\u062C\u0647\u062D\u064A\u0643\u0644"
    "\u0645\u0646\u0633\u0639\u0641\u0635\u0642\u0634\u062A\u062B\u062E\u0636\u063A\u062C\u062D"
    "\u064A\u0644\u0646\u0633\u0639\u0635\u0642\u0634\u062E\u0636\u063A\u06BA\u066F\u0628\u062C"
    "\u0647\u062D\u0637\u064A\u0643\u0645\u0646\u0633\u0639\u0641\u0635\u0642\u0634\u062A\u062B"
    "\u062E\u0636\u0638\u063A\u066E\u06A1\u0627\u0628\u062C\u062F\u0647\u0648\u0632\u062D\u0637"
    "\u064A\u0644\u0645\u0646\u0633\u0639\u0641\u0635\u0642\u0631\u0634\u062A\u062B\u062E\u0630"
    "\u0636\u0638\u063A\u0628\u062C\u062F\u0648\u0632\u062D\u0637\u064A\u0644\u0645\u0646\u0633"
    "\u0639\u0641\u0635\u0642\u0631\u0634\u062A\u062B\u062E\u0630\u0636\u0638\u063A";
#undef R
/* clang-format on */
