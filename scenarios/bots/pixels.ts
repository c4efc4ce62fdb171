/** The reader of drawings, for packages that do not use the fixtures themselves. */
export { type Pixels, readPixels } from '@inkling/fixtures/drawings/read-pixels'
