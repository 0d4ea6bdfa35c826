// `npm run package`: writes the program that production runs, as a folder and an archive in dist/
// (docs/decisions/0057-what-production-runs.md).
import { relative } from 'node:path'
import { sizeText } from '../src/core/text.ts'
import { build } from './lib/build.ts'
import { inRoot, root } from './lib/root.ts'
import { makePackage } from './package/make.ts'

if (!(await build().done)) process.exit(1)
const { archive, folder, files, size, archiveSize } = makePackage(inRoot('dist'))
console.log(`${relative(root, folder)}: ${files} files, ${sizeText(size)}`)
console.log(`${relative(root, archive)}: ${sizeText(archiveSize)}`)
