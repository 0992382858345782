import type { Shape } from './kinds.ts'

const circle = (radius: number): string =>
  `M12 ${12 - radius}a${radius} ${radius} 0 1 0 0 ${2 * radius}a${radius} ${radius} 0 1 0 0 ${-2 * radius}Z`

/**
 * The forms as paths in a square of 24, filled by the even-odd rule: for the legend beside the picture and in the saved
 * image.
 */
export const forms: Readonly<Record<Shape, string>> = {
  disc: circle(9),
  target: `${circle(9)}${circle(6.4)}${circle(4)}`,
  ring: `${circle(9)}${circle(5.2)}`,
  square: 'M4 4h16v16H4Z',
  card: 'M2 5.8h20v12.4H2Z',
  hexagon: 'M12 2.2L20.5 7.1V16.9L12 21.8L3.5 16.9V7.1Z',
  triangle: 'M12 2.5L22 19.5H2Z',
  wedge: 'M12 21.5L2 4.5H22Z',
  diamond: 'M12 1.5L22.5 12L12 22.5L1.5 12Z',
  house: 'M4.2 20.5V10L12 2.5L19.8 10V20.5Z',
  cross: 'M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6Z',
  star: 'M12 1.5L14.9 8.6L22.5 9.2L16.7 14.1L18.5 21.5L12 17.5L5.5 21.5L7.3 14.1L1.5 9.2L9.1 8.6Z',
  dome: 'M2 18.5a10 10 0 0 1 20 0Z',
  cluster: `${circle(10)}${circle(8.6)}${circle(7.2)}`,
}
