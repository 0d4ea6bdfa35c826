// `npm run torture -- --rolling`: restarts two web processes in turn under load, behind nginx if this machine has it (with
// ops/proxy/nginx.conf), otherwise behind the reference proxy. Exits with 1 when a request was lost.
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rollingTortureOptions } from '../lib/arguments.mjs'
import { build } from '../lib/build.ts'
import { temporaryRun } from '../lib/temporary-run.ts'
import { findNginx } from './nginx.ts'
import { rollingRestarts } from './rolling.ts'

const { values } = parseArgs({ options: rollingTortureOptions })
const [requests, perSecond] = [Number(values.requests), Number(values['per-second'])]
if (!(Number.isInteger(requests) && requests > 0 && perSecond > 0)) {
  console.error('Usage: npm run torture -- --rolling [--requests 100000] [--per-second 200] [--nginx PATH]')
  process.exit(1)
}
if (!(await build().done)) process.exit(1)
const nginx = findNginx(values.nginx)
const { folder, onExit, exit, isStopping } = temporaryRun('rolling')
try {
  const { answered, lost, posts, restarts, seconds } = await rollingRestarts({
    requests,
    perSecond,
    nginx,
    folder,
    output: openSync(join(folder, 'log'), 'a'),
    onExit,
  })
  console.log(
    `${answered + lost.length} requests (${posts} of them POST) in ${seconds} s behind ${nginx ?? 'the reference proxy'}, ` +
      `${restarts} restarts: ${lost.length} lost`,
  )
  for (const line of lost.slice(0, 20)) console.log(`  ${line}`)
  await exit(lost.length === 0 ? 0 : 1)
} catch (error) {
  if (!isStopping()) console.error(error instanceof Error ? error.message : error)
  await exit(1)
}
