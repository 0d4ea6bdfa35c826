import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'full-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a full disk fails the write, and does not end the process', () => {
  const path = join(folder, 'too-long')
  const program = `
    import { createCipher } from '${inRoot('src/platform/storage/cipher.ts')}'
    import { writeRows } from '${inRoot('src/platform/backup/rows-file.ts')}'
    const rows = [Array.from({ length: 200 }, () => crypto.randomUUID().repeat(20) + crypto.randomUUID() + Math.random())]
    const sealing = { cipher: createCipher('${'ab'.repeat(32)}'), name: 'too-long' }
    async function* chunks() { for (let chunk = 0; chunk < 50; chunk++) yield rows[0].map((row) => row + Math.random()) }
    await writeRows('${path}', chunks(), sealing).catch(({ code, syscall }) => console.log(code, syscall))`
  // Files of at most 64 KB: further writes are refused as on a full disk.
  const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1"`
  const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, program], {
    encoding: 'utf8',
  })
  expect([stdout.trim(), stderr.trim()]).toEqual(['EFBIG write', ''])
})
