import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Lastschrift',
  soon: (amount: string, iban: string) =>
    `${amount} ziehen wir demnächst von ${iban} ein. Sie müssen nichts tun.`,
  onDate: (amount: string, iban: string, date: string) =>
    `${amount} ziehen wir am ${date} von ${iban} ein. Sie müssen nichts tun.`,
  sinceDate: (amount: string, iban: string, date: string) =>
    `${amount} haben wir zum ${date} von ${iban} eingezogen. Sie müssen nichts tun.`,
  returnedTitle: 'Lastschrift zurückgegeben',
  returnedOn: (date: string) => `zurückgegeben am ${date}`,
  checkIban: 'IBAN prüfen',
  reasons: {
    no_funds: 'Laut Ihrer Bank reichte das Guthaben auf dem Konto nicht. Bitte überweisen Sie den Betrag.',
    account_unusable:
      'Von diesem Konto kann nicht eingezogen werden. Vielleicht ist es geschlossen oder gesperrt, oder die IBAN stimmt nicht. Bitte überweisen Sie den Betrag, und prüfen Sie Ihre IBAN.',
    disputed:
      'Der Lastschrift wurde widersprochen, oder Ihrer Bank fehlt das Mandat. Bitte überweisen Sie den Betrag. War der Einzug falsch, sagen Sie uns Bescheid.',
    other: 'Ihre Bank hat keinen Grund genannt. Bitte überweisen Sie den Betrag.',
  },
  unusableTitle: 'Lastschrift ist gerade nicht möglich',
  unusable: 'Von Ihrem Konto können wir im Moment nicht einziehen. Bitte überweisen Sie, was offen ist.',
  chosenTitle: 'Lastschrift ist gewählt, aber noch nicht möglich',
  missing: {
    no_iban: 'Uns fehlt Ihre IBAN.',
    no_mandate:
      'Uns fehlt Ihr unterschriebenes SEPA-Lastschriftmandat. Die Geschäftsstelle schickt Ihnen gern eines.',
    other: 'Mit Ihrem Konto oder Mandat stimmt etwas nicht. Die Geschäftsstelle weiß mehr.',
    of_payer:
      'Eingezogen wird bei der Person, die für Sie zahlt. Dort fehlt noch etwas. Die Geschäftsstelle weiß mehr.',
  },
  untilThen: 'Bis dahin wird nichts eingezogen: Bitte überweisen Sie, was offen ist.',
  noCreditor: (association: string) =>
    `${association} zieht zurzeit keine Beiträge ein. Bitte überweisen Sie, was offen ist.`,
  oldAccountTitle: 'Noch vom bisherigen Konto',
  oldAccount: (amount: string, iban: string, date: string) =>
    `${amount} ziehen wir am ${date} noch vom bisherigen Konto ${iban} ein, denn dieser Einzug ist schon veranlasst. Spätere Einzüge nehmen das neue Konto.`,
}

const du: Partial<typeof sie> = {
  soon: (amount, iban) => `${amount} ziehen wir demnächst von ${iban} ein. Du musst nichts tun.`,
  onDate: (amount, iban, date) => `${amount} ziehen wir am ${date} von ${iban} ein. Du musst nichts tun.`,
  sinceDate: (amount, iban, date) =>
    `${amount} haben wir zum ${date} von ${iban} eingezogen. Du musst nichts tun.`,
  reasons: {
    no_funds: 'Laut deiner Bank reichte das Guthaben auf dem Konto nicht. Bitte überweise den Betrag.',
    account_unusable:
      'Von diesem Konto kann nicht eingezogen werden. Vielleicht ist es geschlossen oder gesperrt, oder die IBAN stimmt nicht. Bitte überweise den Betrag, und prüfe deine IBAN.',
    disputed:
      'Der Lastschrift wurde widersprochen, oder deiner Bank fehlt das Mandat. Bitte überweise den Betrag. War der Einzug falsch, sag uns Bescheid.',
    other: 'Deine Bank hat keinen Grund genannt. Bitte überweise den Betrag.',
  },
  unusable: 'Von deinem Konto können wir im Moment nicht einziehen. Bitte überweise, was offen ist.',
  missing: {
    no_iban: 'Uns fehlt deine IBAN.',
    no_mandate:
      'Uns fehlt dein unterschriebenes SEPA-Lastschriftmandat. Die Geschäftsstelle schickt dir gern eines.',
    other: 'Mit deinem Konto oder Mandat stimmt etwas nicht. Die Geschäftsstelle weiß mehr.',
    of_payer:
      'Eingezogen wird bei der Person, die für dich zahlt. Dort fehlt noch etwas. Die Geschäftsstelle weiß mehr.',
  },
  untilThen: 'Bis dahin wird nichts eingezogen: Bitte überweise, was offen ist.',
  noCreditor: (association) =>
    `${association} zieht zurzeit keine Beiträge ein. Bitte überweise, was offen ist.`,
}

const en: typeof sie = {
  title: 'Direct debit',
  soon: (amount, iban) => `We will collect ${amount} from ${iban} soon. You don’t need to do anything.`,
  onDate: (amount, iban, date) =>
    `We will collect ${amount} from ${iban} on ${date}. You don’t need to do anything.`,
  sinceDate: (amount, iban, date) =>
    `We collected ${amount} from ${iban} on ${date}. You don’t need to do anything.`,
  returnedTitle: 'Direct debit returned',
  returnedOn: (date) => `returned on ${date}`,
  checkIban: 'Check the IBAN',
  reasons: {
    no_funds: 'Your bank says that there was not enough money in the account. Please pay by bank transfer.',
    account_unusable:
      'This account cannot be debited. It may be closed or blocked, or the IBAN may be wrong. Please pay by bank transfer, and check your IBAN.',
    disputed:
      'The direct debit was disputed, or your bank does not have the mandate. Please pay by bank transfer. If the debit was a mistake, tell us.',
    other: 'Your bank gave no reason. Please pay by bank transfer.',
  },
  chosenTitle: 'You chose direct debit, but it is not possible yet',
  missing: {
    no_iban: 'We do not have your IBAN.',
    no_mandate: 'We do not have your signed SEPA direct debit mandate. Ask the office for one.',
    other: 'Something is wrong with your account or mandate. The office can tell you more.',
    of_payer:
      'We collect from the person who pays for you, where something is missing. The office can tell you more.',
  },
  untilThen: 'Until then nothing is collected: please pay by bank transfer.',
  noCreditor: (association) =>
    `${association} does not collect fees at the moment. Please pay by bank transfer.`,
  oldAccountTitle: 'Still from the previous account',
  oldAccount: (amount, iban, date) =>
    `We will collect ${amount} from the previous account ${iban} on ${date}, since this debit is already under way. Later ones use the new account.`,
  unusableTitle: 'Direct debit is not possible right now',
  unusable: 'We cannot collect from your account at the moment. Please pay what is open by bank transfer.',
}

/** What members are told of direct debits. */
export const directDebitTexts = textsIn({ sie, du, en })
