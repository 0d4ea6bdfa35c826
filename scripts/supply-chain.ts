// `npm run supply-chain`: checks the lockfile (hashes, licences, install scripts) and, if the registry responds, the registry's
// signatures of every installed package and the known vulnerabilities. Exits with 1 for a problem, and with 2 for a check that
// was not possible, so that a missing response is not mistaken for a good one; `--offline` sends no requests, and is for machines
// without access to a registry.
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
const isOffline = process.argv.includes('--offline')
if (isOffline) console.log('Signatures and vulnerabilities: NOT CHECKED, as requested.')
const answers = (isOffline ? [] : questions).map(({ what, args, read }) => {
  // On Windows npm.cmd can be found only by a shell; no argument comes from outside.
  const shell = process.platform === 'win32'
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', shell, timeout: 120_000 })
  const answer = read(stdout ?? '')
  console.log(`${what}: ${answer.words}`)
  return answer
})
const isWrong = problems.length > 0 || answers.some((answer) => answer.isWrong)
const isUnknown = answers.some(({ isChecked }) => !isChecked)
if (isUnknown) console.error('Unchecked items may be good or bad: run this again where the registry answers.')
process.exitCode = isWrong ? 1 : isUnknown ? 2 : 0
