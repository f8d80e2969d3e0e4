import type { FileMark, UnsafeReason } from '#contract/files.ts';

export type Findings = Rejection | { rejected: null; marks: readonly FileMark[] };

export const UNREADABLE: Findings = { rejected: null, marks: ['unreadable'] };

export interface Rejection {
  rejected: UnsafeReason | 'otherType';
  inside: string | null;
}

export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'otherType';
  inside: string | null;

  constructor(reason: UnsafeReason | 'otherType', inside: string | null = null) {
    super(`unsafe: ${reason}`);
    this.reason = reason;
    this.inside = inside;
  }
}

const extensions = {
  compound: 'doc dot xls xla xlt ppt pps pot',
  office:
    'docx docm dotm xlsx xlsm xlsb xltm xlam pptx pptm ppsm potm ppam odt ods odp ott ots otp',
  zip: 'zip',
  rar: 'rar',
  pdf: 'pdf',
  page: 'htm html xhtml shtml mht mhtml svg',
  text: 'rtf xml xsl',
  packed:
    '7z ace arj bz2 cab gz img iso jar lha lz lzh tar tbz tbz2 tgz txz udf vhd vhdx wim xz zipx zst',
};
type Kind = keyof typeof extensions;

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as Kind] as const),
  ),
);

/**
 * File extensions that Windows, macOS or Linux execute when the file is opened, or that change
 * settings: those that Outlook blocks, and more.
 */
const programs = [
  'accde accdr accdu action ade adp air apk app appcontent-ms appimage application applescript',
  'appref-ms appx appxbundle asp aspx bas bash bat bgi cdxml chm cmd cnt com command cpl csh deb',
  'desktop deskthemepack diagcab diagcfg diagpkg dll dmg dylib elf exe fileloc fish flatpakref fxp',
  'gadget grp hlp hpj hta htc inetloc inf ins iqy isp its jnlp js jse jsp kext ksh lib library-ms lnk',
  'mad maf mag mam maq mar mas mau mav maw mcf mda mde mdt mdw mdz mjs mpkg mobileconfig msc msh msh1',
  'msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst msu ocx one onepkg ops oqy osascript osd',
  'pcd php phar pif pkg pl plg ppkg prefpane prf prg printerexport ps1 ps1xml ps2 ps2xml psc1 psc2',
  'psd1 psm1 pssc py pyc pyo pyw pyz pyzw rb rdp reg rpm rqy run scf scpt scptd scr sct',
  'search-ms searchconnector-ms settingcontent-ms sh shb shs slk snap so sys terminal theme themepack',
  'tool udl url vb vbe vbp vbs vsmacros vsw vxd webloc webpnp website workflow ws wsb wsc wsf wsh xbap',
  'xll xnk xrm-ms zsh',
]
  .join(' ')
  .split(' ');
const program = new RegExp(String.raw`\.(${programs.join('|')})$`, 'i');
/** Folders that macOS runs or installs as a program. */
const bundle = /\.(action|app|kext|m?pkg|prefpane|workflow)[/\\]/i;
/** Bidirectional control characters, with which `fdp.exe` looks like `exe.pdf`. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Removes dots, spaces and invisible characters, which Windows ignores or hides at the end. */
const withoutEnd = (name: string) => name.replace(/[.\s\p{Cc}\p{Cf}]+$/u, '');

export const isProgram = (name: string): boolean =>
  program.test(withoutEnd(name)) || bundle.test(name) || direction.test(name);

export function kindOf(name: string): Kind | undefined {
  return kinds.get(/\.([a-z0-9]+)$/i.exec(withoutEnd(name))?.[1]?.toLowerCase() ?? '');
}
