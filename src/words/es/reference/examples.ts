import type { Translations } from './translations.ts'

export const examples: Translations = {
  'It is in force until 2026-12-16 06:00:00 UTC and opens CDMX_RTCM32.':
    'Está vigente hasta el 2026-12-16 06:00:00 UTC y da acceso a CDMX_RTCM32.',
  'The last attempt, on 2026-11-16 15:02:41 UTC from 203.0.113.7, was refused: the password is wrong.':
    'El último intento, el 2026-11-16 15:02:41 UTC desde 203.0.113.7, se rechazó: la contraseña no era correcta.',
  'inside the triangle CDMX, TOLU, CUER, every side at most 70 km':
    'dentro del triángulo CDMX, TOLU, CUER, con lados de 70 km como máximo',
}
