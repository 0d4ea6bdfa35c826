import type { Outcome } from '../../core/outcome.ts'
import type { ConsultationId } from '../catalogue/public.ts'

/** A paid look-up, as a bureau is asked for it. */
export interface BureauOrder {
  /** Our id: the same for every attempt, so that a bureau charges once. */
  id: string
  kind: ConsultationId
  /** 11 digits. */
  cpf: string
  name: string
}

/** What a bureau found: a text, a file, or both. */
interface BureauReport {
  text?: string
  /** A PDF or an image. */
  file?: { name: string; bytes: Uint8Array }
}

/**
 * Where look-ups are made. The manual one answers no kind: the team finds them in its queue. Whatever an automatic one does not
 * answer stays there too, so that a failing bureau delays nothing but itself.
 */
export interface Bureau {
  /** Stored with each result that comes from it. */
  readonly name: string
  /** Whether it looks this kind up by itself. */
  answers(kind: ConsultationId): boolean
  /**
   * `unavailable`: no answer now; it is asked again. `refused`: it will not answer this one, and the team looks it up.
   */
  lookUp(order: BureauOrder): Promise<Outcome<BureauReport, 'unavailable' | 'refused'>>
}
