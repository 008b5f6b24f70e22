import { netOf } from "./phrases.ts"

export const indonesian = netOf({
  ever: [
    "(nomor|data|nama) (saya|aku|kami) (tolong |harus )?(dihapus|dicoret|dikeluarkan)( …)?",
    "(tidak|nggak|gak) (mau|ingin) lagi (ditelepon|ditelpon|dihubungi|diganggu)",
    "jangan (telpon telpon|telepon telepon|nelpon nelpon)( …)?",

    "jangan pernah (telepon|telpon|hubungi|menelepon|menghubungi) (ke )?(sini|kesini|rumah ini|nomor ini)( lagi)?",
    "(jangan|jgn|janganlah|gak usah|nggak usah|ga usah|tidak usah|tidak perlu|gak perlu|tak usah|mohon tidak|tolong tidak) (pernah )?(mau )?(telepon|telpon|telfon|menelepon|menelpon|nelpon|nelfon|hubungi|menghubungi|kontak|call|ganggu|mengganggu|ditelepon|dihubungi|nelpon nelpon) (saya |aku |kami |gue |ke |nomor ini |nomor saya |ke nomor ini |sini )?(lagi|terus)",
    "jangan pernah (telepon|telpon|hubungi|menghubungi|menelepon|kontak|ganggu) (saya|aku|kami|nomor ini|ke nomor ini|lagi)",
    "(berhenti|berhentilah|stop|setop|hentikan) (untuk )?(telepon|telpon|menelepon|menelpon|nelpon|menghubungi|hubungi|mengganggu|ganggu) (saya|aku|kami|gue|nomor ini)",
    "(berhenti|stop|setop) (menelepon|menelpon|nelpon|menghubungi)( saya| lagi)?",
    "(hapus|hapuskan|coret|keluarkan|hilangkan|buang|blokir|lupakan|blok) (nomor|nama|kontak) (telepon |hp )?(saya|aku|ini|kami)( …)?",
    "hapus data (saya|aku)",
    "(keluarkan|hapus|coret) (saya|aku|kami) dari … (daftar|database|sistem|list)",
    "(tidak|nggak|gak|ga|enggak|tak) (mau|ingin|pengen) (lagi )?(ditelepon|ditelpon|dihubungi|diganggu|terima telepon|terima telpon|menerima telepon|menerima panggilan)( dari kalian| dari anda)?( lagi| terus)",
    "(tidak|nggak|gak) (mau|ingin) (menerima|terima|ada) (telepon|panggilan) … (lagi|ini)",
    "(sudah|udah|kan) … (bilang|minta|katakan) jangan (telepon|telpon|hubungi|dihubungi|ditelepon|menelepon)( saya)?( lagi)?",
    "jangan (ganggu|mengganggu) (saya|kami|aku)( lagi| terus)?",
    "(saya )?(cabut|mencabut|tarik|batalkan) (kembali )?(persetujuan|izin)( …)?",
    "tidak mengizinkan (anda|kalian|kamu)? ?(untuk )?menelepon( saya)?",
    "tidak (punya|ada) izin (untuk )?(menelepon|menghubungi)( saya)?",
    "biarkan saya …? ?jangan telepon",
    "berhenti berlangganan( …)?"
  ],
  plain: ["jangan (telepon|telpon|hubungi|menelepon|nelpon|kontak) (saya|aku|kami|ke nomor ini|nomor ini|lagi)"],
  limits: [
    "sekarang|hari ini|besok|nanti|dulu|sebelum|sampai|setelah|sesudah|kalau|kalo|jika|saat|ketika|selama|pas",
    "(hari|jam|pukul) *|malam malam|pagi pagi|(terlalu|kemalaman) (malam|pagi|sering)",
    "(ke|di) (kantor|tempat kerja)|minggu (ini|depan)"
  ],
  denials: [
    "jangan (berhenti|lupa|salah)",
    "(tidak|nggak|gak) (bilang|minta|berkata)",
    "(kenapa|mengapa|kok)( …)?",
    "(kakak|adik|suami|istri|anak|ibu|bapak|ayah|tetangga|bos|dia|mereka|teman|pacar) (saya |aku )?(minta|bilang|tidak|kata|mau)( …)?",
    "sampai (hari )?(senin|selasa|rabu|kamis|jumat|sabtu|minggu|besok)",
    "jangan …? sekarang( …)?"
  ],
  alone: ["(stop|setop|berhenti|cukup)( saja| ya| dong| tolong)?", "berhenti berlangganan"],
  promises: [
    "(tidak|takkan|tak) akan (pernah )?(menelepon|menelpon|menghubungi|mengganggu|telepon|hubungi) (anda |bapak |ibu |kamu )?lagi",
    "(tidak|takkan) akan (menelepon|menghubungi|mengganggu) (anda|bapak|ibu)",
    "(anda|bapak|ibu) tidak akan (ditelepon|dihubungi|diganggu|menerima telepon)( lagi)?",
    "(sudah|telah|akan) (kami |saya )?(hapus|menghapus|mengeluarkan|keluarkan) nomor (anda|bapak|ibu)",
    "nomor (anda|bapak|ibu) (sudah|telah|akan) (kami )?(dihapus|hapus|dikeluarkan)"
  ]
})

const who =
  "(tôi|tui|mình|em|anh|chị|cô|chú|bác|tớ|nhà tôi|số này|số tôi|vào số này|đến số này|cho (tôi|tui|mình|em|anh|chị|cô|chú|bác|tớ|số này))"

export const vietnamese = netOf(
  {
    ever: [
      `(đừng|không được|chớ|cấm|thôi đừng) (có )?(bao giờ )?(gọi|gọi điện|gọi lại|liên lạc|liên hệ|làm phiền|quấy rầy|gọi điện thoại) (điện )?(thoại )?(lại )?(với )?(${who} )?(nữa|nhé nữa)`,
      `đừng bao giờ (gọi|liên lạc|liên hệ|làm phiền)( …)?`,
      `(ngừng|dừng|ngưng|thôi|chấm dứt) (ngay )?(việc )?(gọi|gọi điện|gọi cho|làm phiền|quấy rầy) (điện )?(${who})( …)?`,
      "cấm (các )?(anh|chị|bạn|em|công ty|mấy người)( …)? gọi( …)?",
      "chấm dứt việc gọi( …)?",
      "đừng gọi( …)? nữa",
      "không muốn (bị |được |phải )?(nhận |nghe )?(gọi|cuộc gọi|điện thoại|làm phiền) (nào )?(nữa|từ|của)( …)?",
      "không muốn …? (gọi|làm phiền|liên lạc)( …)? nữa",
      "không muốn (các )?(anh|chị|bạn|em|công ty)( …)? gọi( …)?",
      "(xóa|xoá|bỏ|gỡ|chặn|loại) (hộ |giúp |giùm )?(số|tên|thông tin|số điện thoại|số máy) (của )?(tôi|tui|mình|em|anh|chị|này)( …)?",
      "(bảo|nói|yêu cầu|dặn) (rồi |là |các anh |mấy lần )?(rồi )?(đừng|không) (có )?gọi( …)?",
      "(để|hãy để) (cho )?(tôi|tui|mình|em|chị|anh) (được )?yên",
      "rút lại sự đồng ý|hủy sự đồng ý|rút lại đồng ý",
      "(không|chưa) (ai )?cho phép (các )?(anh|chị|bạn|em|công ty)( …)? gọi( …)?",
      "danh sách không gọi",
      "(từ nay|lần sau|sau này) (đừng|không) gọi( …)?",
      "(hủy|từ chối) nhận cuộc gọi"
    ],
    plain: [`(đừng|không được) (gọi|gọi điện|gọi lại|liên lạc|liên hệ) (lại )?(điện )?(với )?${who}`, "đừng gọi lại"],
    limits: [
      "bây giờ|lúc này|hôm nay|ngày mai|mai|trước|sau|đến khi|cho đến|khi|nếu|trong lúc|tối|sáng|trưa",
      "(vào )?(chủ nhật|thứ (hai|ba|tư|năm|sáu|bảy)|cuối tuần|buổi)",
      "(muộn|sớm|khuya) quá|quá (muộn|sớm)|giờ này|công ty|cơ quan|chỗ làm|tuần này"
    ],
    denials: [
      "đừng (ngừng|dừng|quên|cúp)",
      "không (bảo|nói|yêu cầu)( …)?",
      "(sao|tại sao|vì sao) (không|anh|chị|hôm)( …)?",
      "(anh ấy|chị ấy|ông ấy|bà ấy|anh trai|chị gái|em trai|em gái|vợ|chồng|con|mẹ|bố|hàng xóm|nó|họ|sếp|bạn) (tôi |của tôi |gái |trai )?(tôi )?(bảo|nói|yêu cầu|không muốn|không gọi|muốn)( …)?",
      "cho đến( …)?",
      "không ai gọi"
    ],
    alone: ["(dừng lại|thôi|đủ rồi|stop|ngừng lại|thôi đi)( đi| ngay| nhé)?"],
    promises: [
      "sẽ không (bao giờ )?(gọi|gọi điện|gọi lại|liên lạc|liên hệ|làm phiền)( …)? nữa",
      "sẽ không (gọi|liên lạc|làm phiền) (lại )?(cho |với )?(anh|chị|ông|bà|quý vị|quý khách|bạn|cô|chú)( …)?",
      "(đã|sẽ) (xóa|xoá|gỡ|bỏ) số (điện thoại )?(của )?(anh|chị|ông|bà|quý vị|quý khách|bạn|mình)( …)?",
      "số (điện thoại )?của (anh|chị|ông|bà|quý vị|quý khách|bạn) (đã|sẽ) (được )?(xóa|xoá|gỡ)( …)?"
    ]
  },
  { withAccents: true }
)

export const thai = netOf(
  {
    ever: [
      "(อย่า|ห้าม|ไม่ต้อง|กรุณาอย่า)(มา)?(โทร|โทรศัพท์|ติดต่อ|รบกวน)(มา|หา|ไป|เข้ามา|เบอร์นี้|มาหา|กลับ)?(ฉัน|ผม|ดิฉัน|หนู|เรา|เบอร์นี้|หา|มา)?(ฉัน|ผม)?อีก",
      "ไม่ต้อง(โทร|ติดต่อ)(มา|หา)(ฉัน|ผม|ดิฉัน)?แล้ว",
      "(เลิก|หยุด|งด)(โทร|ติดต่อ|รบกวน)(มา|หา|เข้ามา)?(ฉัน|ผม|ดิฉัน|หนู|เรา)?(ได้แล้ว|สักที|ซะที|ด้วย)?",
      "ไม่(อยาก|ต้องการ|ประสงค์)(ให้|จะ)?(คุณ)?(โทร|รับสาย|รับโทรศัพท์|ติดต่อ|ถูกรบกวน)…(อีก|แล้ว)",
      "(ลบ|เอา|บล็อก|ถอน|ตัด)(เบอร์|ชื่อ|ข้อมูล|หมายเลข)(โทร|ติดต่อ)?(ของ)?(ฉัน|ผม|ดิฉัน|หนู|เรา|ออก)",
      "(บอก|เคยบอก)(ไป)?(แล้ว|หลายครั้ง)(ว่า)?(อย่า|ไม่ต้อง|ห้าม)(โทร|ติดต่อ)",
      "(ขอ)?(ถอน|ยกเลิก|เพิกถอน)(ความ)?(ยินยอม|การรับสาย)",
      "ไม่(อนุญาต|ยินยอม)ให้(คุณ)?(โทร|ติดต่อ)",
      "(ต่อไปนี้|ต่อไป|คราวหลัง|ทีหลัง|วันหลัง)(อย่า|ไม่ต้อง)(โทร|ติดต่อ)",
      "(ปล่อยฉันไป|ปล่อยผมไป)(อย่า)?โทร?"
    ],
    plain: ["(อย่า|ห้าม)(โทร|ติดต่อ)(มา|หา)(ฉัน|ผม|ดิฉัน|หนู)?"],
    limits: [
      "ตอนนี้|วันนี้|พรุ่งนี้|ก่อน|จนกว่า|ถ้า|เวลา|ช่วง|ตอนเช้า|ตอนเย็น|ระหว่าง|ขณะ",
      "วัน(จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์)|ดึก|เช้า|กลางคืน|บ่อย",
      "ที่ทำงาน|ออฟฟิศ|อาทิตย์นี้"
    ],
    denials: [
      "อย่า(หยุด|ลืม|เพิ่งวาง)",
      "ไม่ได้(บอก|พูด)",
      "ทำไม",
      "(พี่ชาย|พี่สาว|น้อง|สามี|ภรรยา|แฟน|ลูกชาย|ลูกสาว|แม่|พ่อ|เพื่อนบ้าน|หัวหน้า|เขา|เธอ|เพื่อน)(บอก|ไม่|พูด|ขอ|ก็)",
      "จนกว่า|(วันนี้|ตอนนี้)(ไม่ต้อง|อย่า)"
    ],
    alone: ["(หยุด|พอ|พอแล้ว|เลิก|สต็อป)(ได้แล้ว|นะ|ครับ|ค่ะ|คะ|เถอะ)?"],
    promises: [
      "(จะ)?ไม่(โทร|ติดต่อ|รบกวน)(หา|ไปหา|กลับ|ไป)?(คุณ|ท่าน|ลูกค้า)อีก",
      "(คุณ|ท่าน)จะไม่(ได้รับ)(สาย|โทรศัพท์)(.{0,12})อีก",
      "(ได้)?ลบ(เบอร์|หมายเลข|ชื่อ)(โทร)?(ของ)?(คุณ|ท่าน)"
    ]
  },
  { withoutSpaces: true }
)
