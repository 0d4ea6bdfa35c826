import { v7 } from 'uuid'
import type { NewId } from '../core/ids.ts'

/** Generates time-ordered UUIDs (RFC 9562, version 7): new rows are adjacent in their index. */
export const newId: NewId = () => v7()
