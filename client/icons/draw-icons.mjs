import { readFile, writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/*
 * `npm run icons` generates the icons of the installed game from `public/icon.svg`: Inky on a page of the sketchbook.
 * Run it after a change of either file, and commit the result.
 */

const place = new URL('../public/', import.meta.url)
const [, inky] = /(<g id="inky"[\s\S]*<\/g>)/.exec(await readFile(new URL('icon.svg', place), 'utf8')) ?? []
if (!inky) throw new Error('public/icon.svg has no <g id="inky">')

/** Rounded corners of the page, for launchers that do not mask icons. */
const PAGE =
  'M84 22 C200 14 330 16 432 24 C474 27 490 44 491 88 C496 200 495 320 489 430 C487 470 468 488 428 490 C310 497 190 496 82 489 C42 486 24 468 22 430 C15 310 17 196 23 84 C25 44 44 25 84 22 Z'

const picture = ({ page, size }) => `
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
    <style>.ink { stroke: #2a241e; }</style>
    <defs><clipPath id="page"><path d="${page}" /></clipPath></defs>
    <g clip-path="url(#page)">
      <rect width="512" height="512" fill="#fdf7e8" />
      ${dots()}
      <path d="M70 330 C160 250 250 215 445 175 M95 400 C200 305 300 262 450 238 M160 430 C250 365 340 325 440 305"
        fill="none" stroke="#ffee00" stroke-opacity=".75" stroke-width="46" stroke-linecap="round" />
    </g>
    ${page === PAGE ? `<path d="${PAGE}" fill="none" stroke="#2a241e" stroke-width="15" stroke-linejoin="round" />` : ''}
    <g transform="translate(256 ${256 - 0.02 * size}) scale(${size / 128}) translate(-60 -66)">${inky}</g>
  </svg>`

function dots() {
  const rows = Array.from({ length: 11 }, (_, index) => 6 + index * 50)
  return rows
    .flatMap((y) => rows.map((x) => `<circle cx="${x}" cy="${y}" r="4" fill="#835c0e" fill-opacity=".2" />`))
    .join('')
}

const FULL = 'M0 0 H512 V512 H0 Z'
const ICONS = {
  'icons/icon-192.png': { side: 192, page: PAGE, size: 372 },
  'icons/icon-512.png': { side: 512, page: PAGE, size: 372 },
  // Launchers mask these icons; the central four fifths stay visible.
  'icons/maskable-512.png': { side: 512, page: FULL, size: 310 },
  'icons/apple-touch-icon.png': { side: 180, page: FULL, size: 372 },
}

for (const [file, { side, ...look }] of Object.entries(ICONS)) {
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(picture(look))), 0, 0, side, side)
  await writeFile(new URL(file, place), canvas.toBuffer('image/png'))
}
