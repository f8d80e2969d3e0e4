import type { Language } from '#contract/languages.ts';

/** The words of the local mailbox's page. */
export interface MailboxTexts {
  title: string;
  note: string;
  recipient: string;
  show: string;
  everyone: string;
  reload: string;
  empty: string;
  to: string;
  waiting: string;
  newer: string;
  older: string;
  pages: string;
  /** `from` to `to` of `total` mails. */
  range: (from: string, to: string, total: string) => string;
}

export const mailboxTexts: Record<Language, MailboxTexts> = {
  en: {
    title: 'Local mailbox of the demonstration',
    note: 'No mail leaves this installation: what it would send is shown here, codes and passwords included.',
    recipient: 'Recipient',
    show: 'Show',
    everyone: 'Show all',
    reload: 'Reload',
    empty: 'No mail here yet.',
    to: 'To',
    waiting: 'on its way',
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages',
    range: (from, to, total) => `${from} to ${to} of ${total}`,
  },
  zh: {
    title: '演示用本地邮箱',
    note: '本系统不会向外发送邮件：本应发出的邮件（包括验证码和密码）都显示在此处。',
    recipient: '收件人',
    show: '显示',
    everyone: '显示全部',
    reload: '刷新',
    empty: '暂无邮件。',
    to: '收件人',
    waiting: '正在投递',
    newer: '较新',
    older: '较早',
    pages: '分页',
    range: (from, to, total) => `第 ${from} 至 ${to} 封，共 ${total} 封`,
  },
  fr: {
    title: 'Boîte aux lettres locale de la démonstration',
    note: 'Aucun courriel ne quitte cette installation : ce qu’elle enverrait s’affiche ici, codes et mots de passe compris.',
    recipient: 'Destinataire',
    show: 'Afficher',
    everyone: 'Tout afficher',
    reload: 'Actualiser',
    empty: 'Aucun courriel pour l’instant.',
    to: 'À',
    waiting: 'en cours d’envoi',
    newer: 'Plus récents',
    older: 'Plus anciens',
    pages: 'Pages',
    range: (from, to, total) => `${from} à ${to} sur ${total}`,
  },
  pl: {
    title: 'Lokalna skrzynka pocztowa wersji demonstracyjnej',
    note: 'Żadna wiadomość nie opuszcza tej instalacji: tutaj widać to, co zostałoby wysłane, łącznie z kodami i hasłami.',
    recipient: 'Adresat',
    show: 'Pokaż',
    everyone: 'Pokaż wszystkie',
    reload: 'Odśwież',
    empty: 'Nie ma jeszcze żadnych wiadomości.',
    to: 'Do',
    waiting: 'w drodze',
    newer: 'Nowsze',
    older: 'Starsze',
    pages: 'Strony',
    range: (from, to, total) => `${from}–${to} z ${total}`,
  },
  es: {
    title: 'Buzón local de la demostración',
    note: 'Ningún correo sale de esta instalación: lo que enviaría se muestra aquí, incluidos códigos y contraseñas.',
    recipient: 'Destinatario',
    show: 'Mostrar',
    everyone: 'Mostrar todos',
    reload: 'Actualizar',
    empty: 'Todavía no hay ningún correo.',
    to: 'Para',
    waiting: 'en camino',
    newer: 'Más recientes',
    older: 'Más antiguos',
    pages: 'Páginas',
    range: (from, to, total) => `${from} a ${to} de ${total}`,
  },
  pt: {
    title: 'Caixa de correio local da demonstração',
    note: 'Nenhuma mensagem sai desta instalação: o que seria enviado é mostrado aqui, incluindo códigos e palavras-passe.',
    recipient: 'Destinatário',
    show: 'Mostrar',
    everyone: 'Mostrar tudo',
    reload: 'Atualizar',
    empty: 'Ainda não há mensagens.',
    to: 'Para',
    waiting: 'a caminho',
    newer: 'Mais recentes',
    older: 'Mais antigas',
    pages: 'Páginas',
    range: (from, to, total) => `${from} a ${to} de ${total}`,
  },
};
