import { paths } from '../../paths.ts'
import { type MoneyPlaceKind, writeMoneyId, writeMoneyKind } from './item-address.ts'

/** Returns the address of the screen where something about money is decided. */
export function moneyPlace(kind: MoneyPlaceKind, id: string): string {
  return paths.deskMoneyItem(writeMoneyKind(kind), writeMoneyId(id))
}
