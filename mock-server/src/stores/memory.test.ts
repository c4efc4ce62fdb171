import { MemoryStore } from './memory.ts'
import { storeSuite } from './store.suite.ts'

storeSuite('the memory store', async () => new MemoryStore())
