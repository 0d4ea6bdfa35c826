import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inRoot } from './root.ts'
import { tools } from './tools.ts'

/** Arguments for a headless Chromium without background network traffic that can run as root. */
export const chromiumArgs: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer, because all pages are of one site: a fifth less work, and the end of a trace never waits for an idle renderer.
  '--renderer-process-limit=1',
]

/**
 * Returns the path of a working Chromium: CHROMIUM_PATH, an installed one, or Playwright's. Without one, installs it with
 * Playwright or, as root on Debian-based systems, with apt-get.
 *
 * @throws Error with what was tried and what to do
 */
export async function ensureChromium(say: (line: string) => void = console.log): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !starts(given)) throw new Error(`CHROMIUM_PATH=${given} does not start.`)
  const found = given ?? (await findChromium())
  if (found) return found

  say("No Chromium found: downloading Playwright's…")
  run(process.execPath, [inRoot(tools.playwright), 'install', 'chromium'])
  const downloaded = await findChromium()
  if (downloaded) return downloaded

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('It does not start here: installing the system package (apt-get)…')
    run('apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '--no-install-recommends', name])
      const installed = await findChromium()
      if (installed) return installed
    }
  }
  throw new Error(
    'No Chromium available: none on this machine starts, and neither the download nor apt-get provided one. ' +
      'Install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
}

/** Returns an installed Chromium that starts, if any. */
export async function findChromium(): Promise<string | undefined> {
  const candidates = [...chromiumPlaces(process.platform, process.env), ...(await playwrightChromium())]
  return candidates.find((path) => existsSync(path) && starts(path))
}

/** Returns common install paths of the platform, best first. */
export function chromiumPlaces(platform: string, env: Record<string, string | undefined>): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].flatMap((name) =>
      ['/Applications', join(homedir(), 'Applications')].map(
        (folder) => `${folder}/${name}.app/Contents/MacOS/${name}`,
      ),
    )
  }
  if (platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) =>
      folder
        ? [
            `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
            `${folder}\\Chromium\\Application\\chrome.exe`,
          ]
        : [],
    )
  }
  // The headless shell draws no browser window, so the same tests take a third less time.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter), '/snap/bin'].filter(Boolean)
  return [...new Set(names.flatMap((name) => folders.map((folder) => join(folder, name))))]
}

async function playwrightChromium(): Promise<string[]> {
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath()].filter(Boolean)
}

/**
 * Runs the binary with `--version`, because some distributions ship a `chromium` stub that only asks to install another package.
 */
function starts(path: string): boolean {
  if (process.platform === 'win32') return existsSync(path)
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return result.status === 0 && /\d+\.\d+\.\d+/.test(result.stdout)
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
