import { describe, expect, it } from 'vitest'
import { readJudgedSet } from './judged-set.ts'
import { spearman } from './spearman.ts'

const PAIRS = [
  { a: 'cat', b: 'dog', nearness: 7.5 },
  { a: 'cat', b: 'bridge', nearness: 0.4 },
]

describe('sets of human judgements', () => {
  it.each([
    ['tabs and a heading', 'Word 1\tWord 2\tHuman (mean)\ncat\tdog\t7.5\ncat\tbridge\t0.4\n'],
    ['commas', 'Word 1,Word 2,Human (mean)\ncat,dog,7.5\r\ncat,bridge,0.4'],
    ['spaces', '# remark\ncat dog 7.5\n\ncat bridge 0.4'],
    ['marks of the part of speech', 'cat-n dog-n 7.5\ncat-n bridge-n 0.4'],
    [
      'the number in a later column',
      'word1\tword2\tPOS\tSimLex999\tconc\ncat\tdog\tN\t7.5\t1\ncat\tbridge\tN\t0.4\t2',
    ],
  ])('are read with %s', (_, text) => {
    expect(readJudgedSet(text, 'set.txt')).toEqual(PAIRS)
  })

  it('report the number of an invalid line', () => {
    expect(() => readJudgedSet('cat dog 7.5\ncat bridge', 'set.txt')).toThrow('set.txt:2: expected two words')
    expect(() => readJudgedSet('nothing here', 'set.txt')).toThrow('set.txt: no line')
  })

  it('are compared by rank', () => {
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 400])).toBe(1)
    expect(spearman([1, 2, 3], [3, 2, 1])).toBe(-1)
    expect(spearman([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(0.9487, 4)
  })
})
