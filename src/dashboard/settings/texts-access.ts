import type { KeyPermission } from '../../domain/access/permissions'
import type { Role } from '../../domain/staff/roles'
import type { FieldTexts } from './form'

type Fields<Name extends string> = Record<Name, FieldTexts>
type Permissions = Record<KeyPermission, string>

const de = {
  staff: {
    lead: 'Alle melden sich mit ihrer eigenen E-Mail-Adresse an.',
    invite: 'Einladen',
    inviteLead: 'Die Person bekommt eine Mail und hat Zugang, sobald sie die Einladung annimmt.',
    send: 'Einladung schicken',
    lastSignIn: 'Letzte Anmeldung',
    passkeys: 'Passkeys',
    state: 'Status',
    invited: 'eingeladen',
    invitedSince: (day: string) => `wartet seit ${day}`,
    waiting: 'Noch nicht angenommen',
    waitingSince: (day: string) => `Die Einladung wartet seit dem ${day}.`,
    sendAgain: 'Noch einmal schicken',
    tooMany:
      'Die Einladung wurde nicht verschickt, weil es in der letzten Stunde schon zu viele waren. Versuche es in einer Stunde noch einmal.',
    you: 'du',
    until: (date: string) => `bis ${date}`,
    remove: 'Zugang beenden',
    removeTitle: (name: string) => `Zugang von ${name} beenden?`,
    removeLead:
      'Der Zugang endet sofort, auch in offenen Fenstern. Was die Person getan hat, bleibt im Protokoll.',
    withdraw: 'Einladung zurückziehen',
    withdrawTitle: (email: string) => `Einladung an ${email} zurückziehen?`,
    withdrawLead: 'Die Person kann die Einladung dann nicht mehr annehmen.',
    roleHints: {
      owner: 'Darf alles: Personen, Beiträge, Einstellungen, Team und API-Schlüssel',
      office: 'Bearbeitet Mitglieder, Kontakte und Anträge; sieht Beiträge, IBANs nur gekürzt',
      treasurer: 'Bearbeitet Beiträge und Buchführung; sieht Personen mit ganzer IBAN',
      auditor: 'Sieht Beiträge und Buchführung und ändert nichts',
    } as Record<Role, string>,
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.' },
      email: {
        label: 'E-Mail-Adresse',
        issue: 'Das ist keine gültige E-Mail-Adresse, oder die Person ist schon dabei oder eingeladen.',
      },
      role: {
        label: 'Rolle',
        issue: 'Mindestens eine Person braucht Vollzugriff. Gib ihn zuerst jemand anderem.',
      },
      ends_on: {
        label: 'Zugang bis',
        issue: 'Bitte gib ein Datum ein, das nicht vergangen ist.',
        hint: 'Nur für die Kassenprüfung; leer: ohne Ende',
      },
    } as Fields<'name' | 'email' | 'role' | 'ends_on'>,
  },
  apiKeys: {
    lead: 'Mit einem Schlüssel liest und schreibt ein anderes Programm, zum Beispiel die Website.',
    add: 'Neuer Schlüssel',
    issue: 'Schlüssel erstellen',
    newLead: 'Gib ihm nur die Rechte, die das Programm braucht.',
    none: 'Noch keine API-Schlüssel',
    noneLead: 'Für Programme, die auf die Daten des Vereins zugreifen sollen.',
    created: 'Erstellt',
    state: 'Status',
    revoke: 'Widerrufen',
    revoked: 'widerrufen',
    expired: 'abgelaufen',
    revokeTitle: (name: string) => `Schlüssel „${name}“ widerrufen?`,
    revokeLead: (summary: string) =>
      `Das Programm, das ihn benutzt, hat sofort keinen Zugriff mehr auf: ${summary}. Das lässt sich nicht zurücknehmen.`,
    onlyNow: 'Kopiere den Schlüssel jetzt. Er wird nur dieses eine Mal angezeigt.',
    token: 'Schlüssel',
    done: 'Fertig',
    summary: (permissions: readonly string[]) => summaryOf(permissions, de.apiKeys.groups),
    groups: {
      members: 'Mitglieder',
      contacts: 'Kontakte',
      fees: 'Beiträge',
      payments: 'Zahlungen',
      collections: 'Lastschriften',
      bank: 'Kontoauszüge',
      bookkeeping: 'Buchführung',
      member_portal_sessions: 'Mitgliederportal',
      audit: 'Protokoll',
    } as Record<string, string>,
    permissions: {
      'members:read': 'lesen',
      'members:write': 'schreiben',
      'contacts:read': 'lesen',
      'contacts:write': 'schreiben',
      'fees:read': 'lesen',
      'fees:write': 'schreiben',
      'payments:write': 'schreiben',
      'collections:write': 'schreiben',
      'bank:write': 'schreiben',
      'bookkeeping:read': 'lesen',
      'bookkeeping:write': 'schreiben',
      'member_portal_sessions:create': 'Login-Links für Mitglieder erstellen',
      'audit:read': 'lesen',
    } as Permissions,
    fields: {
      name: {
        label: 'Name',
        issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.',
        hint: 'Welches Programm ihn benutzt',
      },
      permissions: { label: 'Rechte', issue: 'Bitte wähle mindestens ein Recht.' },
      expires_on: {
        label: 'Gilt bis',
        issue: 'Bitte gib ein Datum ein, das nicht vergangen ist.',
        hint: 'Leer: ohne Ende',
      },
    } as Fields<'name' | 'permissions' | 'expires_on'>,
  },
  account: {
    languages: [
      { value: '', label: 'wie der Browser' },
      { value: 'de', label: 'Deutsch' },
      { value: 'en', label: 'English' },
    ],
    shortcutsHint: 'Einzelne Tasten wie g m öffnen Seiten. Mit Sprachsteuerung schaltest du sie besser aus.',
    passkeys: 'Passkeys',
    noPasskeys: 'Mit einem Passkey meldest du dich mit Fingerabdruck, Gesicht oder PIN an, ohne Mail.',
    added: (day: string) => `hinzugefügt am ${day}`,
    used: (day: string) => `zuletzt benutzt am ${day}`,
    removePasskey: 'Entfernen',
    removePasskeyTitle: (name: string) => `Passkey „${name}“ entfernen?`,
    removePasskeyLead:
      'Mit ihm kannst du dich danach nicht mehr anmelden; mit einem Code per Mail geht es immer.',
    sessions: 'Angemeldete Geräte',
    unknownDevice: 'Unbekanntes Gerät',
    since: (instant: string) => `angemeldet seit ${instant}`,
    thisOne: 'dieses Gerät',
    end: 'Abmelden',
    endOthers: 'Alle anderen abmelden',
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.' },
      locale: { label: 'Sprache', issue: 'Bitte wähle eine der angebotenen Sprachen.' },
      has_shortcuts: { label: 'Tastenkürzel', issue: 'Bitte wähle noch einmal.' },
    } as Fields<'name' | 'locale' | 'has_shortcuts'>,
  },
}

const en: typeof de = {
  staff: {
    lead: 'Everyone signs in with their own e-mail address.',
    invite: 'Invite',
    inviteLead: 'The person receives a mail, and has access once they accept the invitation.',
    send: 'Send invitation',
    lastSignIn: 'Last sign-in',
    passkeys: 'Passkeys',
    state: 'State',
    invited: 'invited',
    invitedSince: (day) => `waiting since ${day}`,
    waiting: 'Not accepted yet',
    waitingSince: (day) => `The invitation has been waiting since ${day}.`,
    sendAgain: 'Send again',
    tooMany:
      'The invitation was not sent, because too many were sent in the last hour. Try again in an hour.',
    you: 'you',
    until: (date) => `until ${date}`,
    remove: 'End access',
    removeTitle: (name) => `End the access of ${name}?`,
    removeLead:
      'Access ends at once, in open windows as well. What the person has done stays in the audit log.',
    withdraw: 'Withdraw invitation',
    withdrawTitle: (email) => `Withdraw the invitation of ${email}?`,
    withdrawLead: 'The person can no longer accept the invitation.',
    roleHints: {
      owner: 'May do everything: persons, fees, settings, team and API keys',
      office: 'Edits members, contacts and applications; sees fees, and IBANs in part',
      treasurer: 'Edits fees and bookkeeping; sees persons with whole IBANs',
      auditor: 'Sees fees and bookkeeping, and changes nothing',
    },
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 255 characters.' },
      email: {
        label: 'E-mail address',
        issue: 'This is not a valid e-mail address, or the person already works here or is invited.',
      },
      role: { label: 'Role', issue: 'At least one person must be owner. Make someone else owner first.' },
      ends_on: {
        label: 'Access until',
        issue: 'Enter a date that is not in the past.',
        hint: 'Only for auditors; empty: without end',
      },
    },
  },
  apiKeys: {
    lead: 'With a key, other software reads and writes, for example your website.',
    add: 'New key',
    issue: 'Create key',
    newLead: 'Give it only the permissions that the software needs.',
    none: 'No API keys yet',
    noneLead: 'For software that works with the data of the association.',
    created: 'Created',
    state: 'State',
    revoke: 'Revoke',
    revoked: 'revoked',
    expired: 'expired',
    revokeTitle: (name) => `Revoke the key “${name}”?`,
    revokeLead: (summary) =>
      `The software that uses it loses access at once to: ${summary}. This cannot be undone.`,
    onlyNow: 'Copy the key now. It is shown this once.',
    token: 'Key',
    done: 'Done',
    summary: (permissions) => summaryOf(permissions, en.apiKeys.groups),
    groups: {
      members: 'Members',
      contacts: 'Contacts',
      fees: 'Fees',
      payments: 'Payments',
      collections: 'Direct debits',
      bank: 'Bank statements',
      bookkeeping: 'Bookkeeping',
      member_portal_sessions: 'Member portal',
      audit: 'Audit log',
    },
    permissions: {
      'members:read': 'read',
      'members:write': 'write',
      'contacts:read': 'read',
      'contacts:write': 'write',
      'fees:read': 'read',
      'fees:write': 'write',
      'payments:write': 'write',
      'collections:write': 'write',
      'bank:write': 'write',
      'bookkeeping:read': 'read',
      'bookkeeping:write': 'write',
      'member_portal_sessions:create': 'create login links for members',
      'audit:read': 'read',
    },
    fields: {
      name: {
        label: 'Name',
        issue: 'Enter a name of at most 255 characters.',
        hint: 'Which software uses it',
      },
      permissions: { label: 'Permissions', issue: 'Choose at least one permission.' },
      expires_on: {
        label: 'Valid until',
        issue: 'Enter a date that is not in the past.',
        hint: 'Empty: without end',
      },
    },
  },
  account: {
    languages: [
      { value: '', label: 'as the browser' },
      { value: 'de', label: 'Deutsch' },
      { value: 'en', label: 'English' },
    ],
    shortcutsHint: 'Single keys such as g m open pages. Switch them off if you use speech input.',
    passkeys: 'Passkeys',
    noPasskeys: 'With a passkey you sign in by fingerprint, face or PIN, without a mail.',
    added: (day) => `added on ${day}`,
    used: (day) => `last used on ${day}`,
    removePasskey: 'Remove',
    removePasskeyTitle: (name) => `Remove the passkey “${name}”?`,
    removePasskeyLead: 'You can no longer sign in with it; a code by mail always works.',
    sessions: 'Signed-in devices',
    unknownDevice: 'Unknown device',
    since: (instant) => `signed in since ${instant}`,
    thisOne: 'this device',
    end: 'Sign out',
    endOthers: 'Sign out all others',
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 255 characters.' },
      locale: { label: 'Language', issue: 'Choose one of the languages offered.' },
      has_shortcuts: { label: 'Keyboard shortcuts', issue: 'Choose again.' },
    },
  },
}

/** The groups of some permissions, each once. */
const summaryOf = (permissions: readonly string[], groups: Record<string, string>): string =>
  [...new Set(permissions.map((permission) => groups[permission.split(':')[0] ?? ''] ?? permission))].join(
    ', ',
  )

/** What the pages of staff, API keys and one's own account say. */
export const access = { de, en }
