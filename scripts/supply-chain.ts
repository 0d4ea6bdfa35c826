// `npm run supply-chain`: checks the lockfile (hashes, licences, install scripts) and, where the registry answers, the registry's
// signatures of every installed package and the known vulnerabilities. Exits with 1 for what is wrong, not for a silent registry.
import { spawnSync } from 'node:child_process'
import { problemsOf, readLockfile } from './supply-chain/lockfile.ts'
import { readSignatures, readVulnerabilities } from './supply-chain/registry.ts'

const problems = problemsOf(readLockfile())
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('Lockfile: every package has its hash and an allowed licence.')

const questions = [
  { what: 'Signatures', args: ['audit', 'signatures', '--json'], read: readSignatures },
  { what: 'Vulnerabilities', args: ['audit', '--omit=dev', '--json'], read: readVulnerabilities },
]
const isAnyWrong = questions.map(({ what, args, read }) => {
  // Windows finds npm.cmd by a shell alone; no argument comes from outside.
  const shell = process.platform === 'win32'
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', shell, timeout: 120_000 })
  const { isWrong, words } = read(stdout ?? '')
  console.log(`${what}: ${words}`)
  return isWrong
})
process.exitCode = problems.length > 0 || isAnyWrong.includes(true) ? 1 : 0
