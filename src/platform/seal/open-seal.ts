import type { Clock } from '../../core/clock.ts'
import type { Config } from '../config/config.ts'
import { type SealCertificate, sealProblem } from './seal-certificate.ts'

/** Certificate with which contracts are sealed. */
export interface ShopSeal {
  /** Returns undefined if there is no certificate, or none that is valid now: a PDF is then created without a seal. */
  current(): Promise<SealCertificate | undefined>
  /** Configured certificate, valid or not; never that of a demonstration. */
  configured: SealCertificate | undefined
}

/**
 * Opens the certificate that seals contracts: the configured one. Without it there is none in production; elsewhere a test certificate is
 * created at its first use. The code for certificates is loaded only when one is used.
 *
 * @throws SealError when the configured one cannot be opened
 */
export async function openSeal(
  { seal, production, dataDir }: Pick<Config, 'seal' | 'production' | 'dataDir'>,
  clock: Clock,
): Promise<ShopSeal> {
  const configured = seal && (await import('./read-seal-certificate.ts')).readSealCertificate(seal)
  let ofTest: SealCertificate | undefined
  return {
    configured,
    async current() {
      if (configured) return sealProblem(configured, clock.now()) === undefined ? configured : undefined
      if (production) return undefined
      ofTest ??= (await import('./test-certificate.ts')).testSealCertificate(dataDir, clock.now())
      return ofTest
    },
  }
}
