import { beforeAll, beforeEach } from 'vitest'
import { createStorage, emptyStorage } from './storage'

beforeAll(createStorage)
beforeEach(emptyStorage)
