import type { Clock } from '../../core/clock.ts'
import type { Config } from '../config/config.ts'
import { readSealCertificate, type SealCertificate, sealProblem } from './seal-certificate.ts'
import { testSealCertificate } from './test-certificate.ts'

/** What contracts are sealed with. */
export interface ShopSeal {
  /** Undefined where there is no certificate, or none that is valid now: a PDF is then made without a seal. */
  current(): SealCertificate | undefined
  /** The configured certificate, valid or not; never the one of a demonstration. */
  configured: SealCertificate | undefined
}

/**
 * The seal of this installation: the configured certificate; without one, outside production, one that is made at the first use
 * and proves nothing; in production none.
 *
 * @throws SealError when the configured one cannot be opened
 */
export function openSeal(
  { seal, production, dataDir }: Pick<Config, 'seal' | 'production' | 'dataDir'>,
  clock: Clock,
): ShopSeal {
  const configured = seal && readSealCertificate(seal)
  let ofTest: SealCertificate | undefined
  return {
    configured,
    current() {
      if (configured) return sealProblem(configured, clock.now()) === undefined ? configured : undefined
      if (production) return undefined
      ofTest ??= testSealCertificate(dataDir, clock.now())
      return ofTest
    },
  }
}
