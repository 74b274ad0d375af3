// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PoolMath} from "../../src/tokens/PoolMath.sol";

/// @dev Computes many cases in one call, for the comparison with `lib/tokens/pool-math.ts`.
contract PoolMathHarness {
    struct Case {
        uint256 base0;
        uint256 reserve1;
        uint256 supply;
        uint256 multiplier;
        uint256 quoteIn;
        uint256 tokensIn;
    }

    struct Answer {
        uint256 scaledReserve0;
        uint256 bought;
        uint256 paid;
        uint256 price;
        uint256 floor;
    }

    function answers(Case[] calldata cases) external pure returns (Answer[] memory list) {
        list = new Answer[](cases.length);
        for (uint256 i; i < cases.length; ++i) {
            Case calldata c = cases[i];
            uint256 scaled0 = PoolMath.scaledReserve0(c.base0, c.multiplier, c.supply);
            list[i] = Answer({
                scaledReserve0: scaled0,
                bought: PoolMath.buy(c.quoteIn, scaled0, c.reserve1),
                paid: PoolMath.sell(c.tokensIn, scaled0, c.reserve1),
                price: PoolMath.price(scaled0, c.reserve1),
                floor: PoolMath.floorPrice(c.base0, c.multiplier, c.supply, c.reserve1)
            });
        }
    }
}
