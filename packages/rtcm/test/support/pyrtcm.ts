// Ephemerides that our encoders wrote and pyrtcm 1.1 decoded (github.com/semuconsulting/pyrtcm): the payload, and the
// fields of RTCM 10403.3. Angles are in semicircles, times in seconds; GLONASS in kilometres.

/** The elements that 1019, 1042, 1045 and 1046 share. */
const ORBIT = {
  ...{ iDot: -7.469225238310173e-11, toc: 295200, toe: 295200, af2: 0 },
  ...{ deltaN: 1.454054654459469e-9, m0: 0.9509999067522585, e: 0.012345678871497512, cus: 8.765608072280884e-6 },
  ...{ omega0: -0.6759172887541354, cis: -8.754432201385498e-8, i0: 0.30597046576440334, crc: 234.5625 },
  ...{ omega: 0.3929751650430262, omegaDot: -2.5858071239781566e-9 },
}
const GALILEO = {
  ...ORBIT,
  ...{ satellite: 24, week: 1294, iodNav: 77, sisa: 107, af1: -3.453237695794087e-12, af0: -0.00012345670256763697 },
  ...{ crs: -45.6875, cuc: -1.2349337339401245e-6, sqrtA: 5440.612344741821, cic: 1.2293457984924316e-7 },
  bgdE5a: 1.1641532182693481e-9,
}

export const DECODED_BY_PYRTCM = {
  1019: {
    payload:
      '3fb1d0e27d6f2d481200ffe2efd17d2dfa4a31f679ba5d6dfd6906522c3e1262a10d6e6a48120042a97b8ad3ffd1272a0a4c1d52324d029dffa727e800',
    fields: {
      ...ORBIT,
      ...{ satellite: 7, week: 270, iode: 45, iodc: 301, ura: 2, health: 0, tgd: -1.1175870895385742e-8 },
      ...{ af1: -3.410605131648481e-12, af0: -0.00012345658615231514, crs: -45.6875, cuc: -1.2349337339401245e-6 },
      ...{ sqrtA: 5153.678913116455, cic: 1.2293457984924316e-7 },
    },
  },
  1020: {
    payload: '3fc3c80c7a3393c0ca3039add22587e7a23d6ea30fcd6f4fe8ca004021102e88c0014880000000000000000000',
    fields: {
      ...{ satellite: 15, channel: 4, tk: 1597, tb: 51, day: 164 },
      position: [12345.6787109375, -8765.43212890625, 20456.7890625],
      velocity: [-1.234567642211914, 2.34567928314209, 0.9876546859741211],
      acceleration: [-1.862645149230957e-9, 2.7939677238464355e-9, 0],
      ...{ gamma: -2, tau: -132561, deltaTau: 3 },
    },
  },
  1042: {
    payload:
      '412587843eb78d2048003ff0ccefd17b27e92a63ecf374badbfad28329161f093114a29cc2a902400426a5ee2b4fff44272a0a4c0ea90c9340a77fe9c9c7bf4c',
    fields: {
      ...ORBIT,
      ...{ satellite: 22, week: 962, aode: 3, aodc: 4, urai: 1, health: 0, tgd1: 12.3, tgd2: -4.5 },
      ...{ af1: -3.4567904094728874e-12, af0: -0.00012345670256763697, crs: -45.671875 },
      ...{ cuc: -1.2344680726528168e-6, sqrtA: 5282.612344741821, cic: 1.234002411365509e-7 },
    },
  },
  1045: {
    payload:
      '415614384d6bf5bd33803ffe1bff7e8bdbe928c7d9e6e975b7f5a41948b0f8498aa81398553380042a97b8ad3ffd1272a0a4c1d52324d029dffa72701400',
    fields: GALILEO,
  },
  1046: {
    payload:
      '416614384d6bf5bd33803ffe1bff7e8bdbe928c7d9e6e975b7f5a41948b0f8498aa81398553380042a97b8ad3ffd1272a0a4c1d52324d029dffa727017f600',
    fields: { ...GALILEO, bgdE5b: -2.3283064365386963e-9 },
  },
} as const
