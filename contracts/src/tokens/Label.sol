// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Names and symbols that show as what they are
/// @dev Accepts well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF) without
/// invisible characters: C0 and C1 controls, DEL, soft hyphen, U+061C, U+180E, U+200B to U+200F, U+2028 to U+202E,
/// U+2060 to U+206F, U+FEFF, U+FFF9 to U+FFFB, tags (U+E0000 to U+E007F).
library Label {
    /// @notice 1 to `maxBytes` bytes, no space at either end.
    function isName(string memory label, uint256 maxBytes) internal pure returns (bool) {
        bytes memory text = bytes(label);
        if (!_isVisible(text, maxBytes)) return false;
        return text[0] != " " && text[text.length - 1] != " ";
    }

    /// @notice 1 to `maxBytes` bytes, no space at all.
    function isSymbol(string memory label, uint256 maxBytes) internal pure returns (bool) {
        bytes memory text = bytes(label);
        if (!_isVisible(text, maxBytes)) return false;
        for (uint256 i; i < text.length; ++i) {
            if (text[i] == " ") return false;
        }
        return true;
    }

    function _isVisible(bytes memory text, uint256 maxBytes) private pure returns (bool) {
        if (text.length == 0 || text.length > maxBytes) return false;
        uint256 i;
        while (i < text.length) {
            // ASCII is most of what there is, and cheaper to judge without being decoded.
            uint256 lead = uint8(text[i]);
            if (lead < 0x80) {
                if (lead < 0x20 || lead == 0x7F) return false;
                ++i;
                continue;
            }
            (uint256 point, uint256 width) = _decode(text, i);
            if (width == 0 || _isInvisible(point)) return false;
            i += width;
        }
        return true;
    }

    /// @dev The code point at `i`, which is not ASCII, and its number of bytes, 0 bytes when malformed.
    function _decode(bytes memory text, uint256 i) private pure returns (uint256 point, uint256 width) {
        uint256 lead = uint8(text[i]);
        if (lead < 0xC2) return (0, 0);
        if (lead < 0xE0) (point, width) = (lead & 0x1F, 2);
        else if (lead < 0xF0) (point, width) = (lead & 0x0F, 3);
        else if (lead < 0xF5) (point, width) = (lead & 0x07, 4);
        else return (0, 0);
        if (i + width > text.length) return (0, 0);
        for (uint256 j = 1; j < width; ++j) {
            uint256 next = uint8(text[i + j]);
            if (next & 0xC0 != 0x80) return (0, 0);
            point = point << 6 | (next & 0x3F);
        }
        bool overlong = (width == 3 && point < 0x800) || (width == 4 && point < 0x10000);
        bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        if (overlong || surrogate || point > 0x10FFFF) return (0, 0);
    }

    /// @dev Of what is not ASCII.
    function _isInvisible(uint256 point) private pure returns (bool) {
        if ((point >= 0x80 && point < 0xA0) || point == 0xAD) return true;
        if (point == 0x61C || point == 0x180E || point == 0xFEFF) return true;
        if (point >= 0x200B && point <= 0x200F) return true;
        if (point >= 0x2028 && point <= 0x202E) return true;
        if (point >= 0x2060 && point <= 0x206F) return true;
        if (point >= 0xFFF9 && point <= 0xFFFB) return true;
        return point >= 0xE0000 && point <= 0xE007F;
    }
}
