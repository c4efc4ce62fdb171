import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKS_WELL = /^assets\/.*\.(js|css|svg)$/
/** Less than this fits into one packet either way. */
const LEAST_BYTES = 1_000

/** Puts a packed neighbour beside each asset, once and as small as can be, so that no server has to at each request. */
export function packedAssets(): Plugin {
  return {
    name: 'packed-assets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          if (!PACKS_WELL.test(output.fileName) || content.length < LEAST_BYTES) continue
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.br`,
            source: brotliCompressSync(content),
          })
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          })
        }
      },
    },
  }
}
