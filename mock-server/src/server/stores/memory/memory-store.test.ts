import { storeSuite } from '../shared/store.suite.ts'
import { MemoryStore } from './memory-store.ts'

storeSuite('the memory store', async () => new MemoryStore())
