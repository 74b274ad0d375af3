// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Label} from "../../src/tokens/Label.sol";
import {ReservedNames} from "../../src/tokens/ReservedNames.sol";

/// @dev Checks many labels in one call, for the comparison with `lib/tokens/names/rules.ts`.
contract LabelHarness {
    struct Answer {
        bool isName;
        bool isSymbol;
        bool isReserved;
    }

    function answers(string[] calldata labels) external pure returns (Answer[] memory list) {
        list = new Answer[](labels.length);
        for (uint256 i; i < labels.length; ++i) {
            list[i].isName = Label.isName(labels[i], 128);
            list[i].isSymbol = Label.isSymbol(labels[i], 32);
            list[i].isReserved = list[i].isName && ReservedNames.isReserved(labels[i]);
        }
    }
}
