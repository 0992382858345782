import { caseStoreSuite } from './case-store.suite.ts'
import { freshWorkspace } from './support.ts'

caseStoreSuite('SQLite', () => freshWorkspace())
