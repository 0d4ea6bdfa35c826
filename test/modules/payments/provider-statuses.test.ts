import { expect, test } from 'vitest'
import { states as statesOfPix } from '../../../src/modules/payments/adapters/api-pix/wire.ts'
import { detailedStates, states } from '../../../src/modules/payments/adapters/mercado-pago/wire.ts'

/*
 * Every status that is not here is unknown: never money, until a person has looked. So a new one, and above all one that counts as
 * money, is a line here too, with the provider's documentation open.
 */

test('the statuses of Mercado Pago, and what each counts as', () => {
  expect(states).toEqual({
    pending: 'pending',
    in_process: 'in_process',
    authorized: 'in_process',
    approved: 'approved',
    rejected: 'rejected',
    cancelled: 'cancelled',
    in_mediation: 'in_mediation',
    refunded: 'refunded',
    charged_back: 'charged_back',
  })
  expect(detailedStates).toEqual({
    'cancelled expired': 'expired',
    'charged_back reimbursed': 'approved',
  })
})

test('no status of an API Pix charge is money, only a received Pix is', () => {
  expect(statesOfPix).toEqual({
    CONCLUIDA: 'in_process',
    REMOVIDA_PELO_USUARIO_RECEBEDOR: 'cancelled',
    REMOVIDA_PELO_PSP: 'cancelled',
  })
})
