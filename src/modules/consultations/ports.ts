import type { Outcome } from '../../core/outcome.ts'
import type { ConsultationId } from '../catalogue/public.ts'

/** A paid look-up, as requested from a bureau. */
export interface BureauOrder {
  /** Our id: the same for every attempt, so that a bureau charges once. */
  id: string
  kind: ConsultationId
  /** 11 digits. */
  cpf: string
  name: string
}

/** A bureau's report: a text, a file, or both. */
interface BureauReport {
  text?: string
  /** A PDF or an image. */
  file?: { name: string; bytes: Uint8Array }
}

/**
 * The source of look-ups. The manual one answers no kind: the team finds them in its queue. A look-up that an automatic one
 * does not answer stays there too, so that a failing bureau delays only its own answers.
 */
export interface Bureau {
  /** Stored with each of its results. */
  readonly name: string
  /** Whether it answers this kind automatically. */
  answers(kind: ConsultationId): boolean
  /**
   * `unavailable`: no answer now; the request is retried. `refused`: it will not answer this one, and the team looks it
   * up.
   */
  lookUp(order: BureauOrder): Promise<Outcome<BureauReport, 'unavailable' | 'refused'>>
}
