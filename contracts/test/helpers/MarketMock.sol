// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IMarketTaxReceiver} from "../../src/tokens/IMarkets.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Taxes} from "../../src/tokens/Taxes.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";

/// @dev The part of a market contract that tokens and taxes call. `attack` makes it call back into the router.
contract MarketMock is IMarketTaxReceiver {
    uint256 public pot;
    uint256 public bounty;
    Swap private _target;
    bytes private _attack;

    function create(TokenFactory factory, address creator) external returns (address) {
        return create(factory, creator, false, 0);
    }

    function create(TokenFactory factory, address creator, bool frozen, uint256 bonding)
        public
        returns (address)
    {
        return factory.createMarketToken("MKT", "Will it rain?", frozen, bonding, creator);
    }

    /// @dev Sells tokens that a trader has sent to the router, like a market that receives them as input.
    function sellFor(Swap swap, address trader, uint256 amount, uint256 minOut, address[] calldata path)
        external
        returns (uint256)
    {
        return swap.sellFor(trader, amount, minOut, path);
    }

    /// @dev Pays tax like a purchase of shares.
    function payTax(Taxes taxes, IERC20 usdb, address token, uint256 amount) external {
        usdb.transfer(address(taxes), amount);
        taxes.collect(token, amount);
    }

    function attack(Swap target, bytes calldata call) external {
        (_target, _attack) = (target, call);
    }

    function onTaxCollected(address, uint256 generalPot, uint256 bountyPool) external {
        pot += generalPot;
        bounty += bountyPool;
        if (_attack.length == 0) return;
        (bool ok, bytes memory reason) = address(_target).call(_attack);
        if (!ok) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
