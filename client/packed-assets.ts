import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /^assets\/.*\.(js|css|svg)$/
/** A smaller file fits into one packet uncompressed. */
const MIN_BYTES = 1_000

/** Writes compressed copies next to each asset, so that servers need not compress responses. */
export function packedAssets(): Plugin {
  return {
    name: 'packed-assets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          if (!COMPRESSIBLE.test(output.fileName) || content.length < MIN_BYTES) continue
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
