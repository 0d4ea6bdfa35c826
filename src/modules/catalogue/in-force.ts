import type { Catalogue } from './domain/catalogue.ts'
import { release } from './release.ts'

let read = () => release

/**
 * The catalogue in force: of the current request, otherwise of this moment. Call it where the value is used, never while a
 * module is loaded: a value read then would never be updated (test/modules/catalogue/read-late.test.ts).
 */
export function catalogue(): Catalogue {
  return read()
}

/**
 * Sets the source from which this copy of the code reads the catalogue. Until it is called, the release's own is used.
 */
export function readCatalogueFrom(reader: () => Catalogue): void {
  read = reader
}
