import { expect, it } from 'vitest'
import { withoutCommonDirections } from './principal-components.ts'

it('removes the common directions from vectors', () => {
  const dimensions = 8
  const rows = 40
  // Every row has the same first number and varies in seven directions, one much more strongly than the others.
  const vectors = Float32Array.from({ length: rows * dimensions }, (_, at) => {
    const [row, column] = [Math.floor(at / dimensions), at % dimensions]
    return column === 0 ? 5 : Math.sin(row * column + column) * (column === 1 ? 100 : column)
  })
  const reduced = withoutCommonDirections(vectors, dimensions)
  const first = Array.from({ length: rows }, (_, row) => reduced(row)[0] ?? Number.NaN)
  const strongest = Array.from({ length: rows }, (_, row) => reduced(row)[1] ?? Number.NaN)
  expect(Math.max(...first.map(Math.abs))).toBeLessThan(1e-6)
  expect(Math.max(...strongest.map(Math.abs))).toBeLessThan(1)
})
