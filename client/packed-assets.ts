import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKS_WELL = /^assets\/.*\.(js|css|svg)$/
/** A smaller file fits into one packet either way. */
const LEAST_BYTES = 1_000

/**
 * Writes a compressed copy next to each asset at the best compression level, so that servers need not compress each
 * response.
 */
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
