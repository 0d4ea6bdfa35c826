import type { Catalogue } from './domain/catalogue.ts'
import { release } from './release.ts'

let read = () => release

/**
 * The catalogue that holds: of the request that asks, else of this moment. Ask for it where it is used, never while a module
 * is loaded: what was read then would be shown for ever (test/modules/catalogue/read-late.test.ts).
 */
export function catalogue(): Catalogue {
  return read()
}

/** Where this copy of the code reads the catalogue from. Until this is called it is the release's own. */
export function readCatalogueFrom(reader: () => Catalogue): void {
  read = reader
}
