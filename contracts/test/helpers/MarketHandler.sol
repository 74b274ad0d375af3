// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {MarketReader} from "../../src/markets/MarketReader.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the markets' invariant tests: purchases, orders, fills, donations, redemptions and trades of the market
/// tokens with random arguments. A call that the rules allow must succeed; a call that they forbid must revert.
abstract contract MarketHandler is Test {
    struct Deployment {
        IMarketBook book;
        MarketReader reader;
        Swap swap;
        IERC20 usdb;
        IERC20 main;
    }

    uint256 private constant MAX_AMOUNT = 10_000e18;

    Deployment internal deployment;
    IMarketBook internal book;
    address[] internal _wallets;
    address[] internal _markets;

    /// USDB that a market has paid for redemptions.
    mapping(address market => uint256) public paidOut;
    /// Whether a call of this run used the market; the others have not changed.
    mapping(address market => bool) public wasCalled;
    /// Text of the first rule that was violated; empty if none was.
    string public violation;

    constructor(Deployment memory deployment_, address[] memory wallets_, address[] memory markets_) {
        deployment = deployment_;
        book = deployment_.book;
        _wallets = wallets_;
        _markets = markets_;
    }

    function buy(uint256 who, uint256 what, uint256 outcome, uint256 amount, uint256 input) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _option(market, outcome);
        address token = [address(deployment.usdb), address(deployment.main), market][input % 3];
        uint256 most = IERC20(token).balanceOf(wallet);
        // Below `minBuy`, so that some purchases must revert.
        uint256 least = 0.9e18;
        if (most < least) return;
        amount = bound(amountOf(amount, MAX_AMOUNT), least, most < MAX_AMOUNT ? most : MAX_AMOUNT);
        uint256 usdc = token == address(deployment.usdb)
            ? amount
            : deployment.swap.getAmountsOut(amount, _pathToUsdb(token));
        uint256 before = book.userShares(market, wallet, id);
        bool isOpen = book.isPoolOpen(market) && usdc >= 1e18;
        uint256 expected = isOpen ? _estimate(market, id, usdc, new uint256[](0), wallet) : 0;
        bytes memory call = abi.encodeCall(IMarketBook.buy, (market, id, token, amount, usdc, expected));
        _require(_tryCall(wallet, market, call) == isOpen, "the pool sells until the outcome can be known");
        // Selling the input token does not change the outcome pool, so the estimate is exact.
        _require(book.userShares(market, wallet, id) == before + expected, "shares of a purchase");
    }

    function list(uint256 who, uint256 what, uint256 outcome, uint256 amount, uint256 price) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _option(market, outcome);
        uint256 free = book.userShares(market, wallet, id) - book.sharesLockedInOrders(market, wallet, id);
        // Up to an eighth more than available, so that some listings must revert.
        amount = bound(amount, 0, free + free / 8 + 1);
        price = bound(price, 1, 1e18 - 1);
        bool allowed = !_isFinal(market) && amount <= free && amount * price >= 1e36;
        bytes memory call = abi.encodeCall(IMarketBook.listOrder, (market, id, amount, price));
        _require(_tryCall(wallet, market, call) == allowed, "free shares that are worth it are listed");
    }

    function cancel(uint256 who, uint256 what, uint256 which) external {
        (address wallet, address market) = _select(who, what);
        uint256 orderId = which % (book.nextOrderId(market) + 1);
        (address seller,,,,, bool active) = book.marketOrders(market, orderId);
        bytes memory call = abi.encodeCall(IMarketBook.cancelOrder, (market, orderId));
        _require(_tryCall(wallet, market, call) == (active && seller == wallet), "sellers cancel");
    }

    function fill(uint256 who, uint256 what, uint256 which, uint256 amount) external {
        (address wallet, address market) = _select(who, what);
        uint256 orderId = which % (book.nextOrderId(market) + 1);
        (,, uint256 left,,,) = book.marketOrders(market, orderId);
        amount = amountOf(amount, left + left / 8 + 1);
        bool allowed = _isFillable(wallet, market, orderId) && amount <= left;
        bytes memory call = abi.encodeCall(IMarketBook.buyOrder, (market, orderId, amount));
        _require(_tryCall(wallet, market, call) == allowed, "others' orders below the pool are filled");
    }

    function fillMany(uint256 who, uint256 what, uint256 which, uint256 amount) external {
        (address wallet, address market) = _select(who, what);
        uint256[] memory orderIds = _orders(market, which, type(uint256).max);
        amount = amountOf(amount, MAX_AMOUNT);
        uint256 before = deployment.usdb.balanceOf(wallet);
        bytes memory call = abi.encodeCall(IMarketBook.buyMultipleOrders, (market, orderIds, amount));
        _require(_tryCall(wallet, market, call) == !_isFinal(market), "many orders are filled");
        _require(before - deployment.usdb.balanceOf(wallet) <= amount, "never more than offered is spent");
    }

    function fillAndBuy(uint256 who, uint256 what, uint256 outcome, uint256 which, uint256 amount) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _option(market, outcome);
        if (_isFinal(market)) return;
        uint256[] memory orderIds = _orders(market, which, id);
        amount = amountOf(amount, MAX_AMOUNT);
        uint256 before = book.userShares(market, wallet, id);
        uint256 expected = _estimate(market, id, amount, orderIds, wallet);
        vm.prank(wallet);
        book.buyOrdersAndContract(market, id, orderIds, address(deployment.usdb), amount, expected);
        _require(book.userShares(market, wallet, id) == before + expected, "the estimate is what comes");
    }

    function donate(uint256 who, uint256 what, uint256 amount, bool isBounty) external {
        (address wallet, address market) = _select(who, what);
        bytes memory call =
            abi.encodeCall(IMarketBook.donate, (market, amountOf(amount, MAX_AMOUNT), isBounty));
        _require(
            _tryCall(wallet, market, call) == !_isFinal(market),
            "donations are open until the outcome is final"
        );
    }

    function redeem(uint256 who, uint256 what) external {
        (address wallet, address market) = _select(who, what);
        uint256 owed = book.getRedeemable(market, wallet);
        bool hadRedeemed = book.hasRedeemed(market, wallet);
        uint256 before = deployment.usdb.balanceOf(wallet);
        bytes memory call = abi.encodeCall(IMarketBook.redeem, (market));
        bool ok = _tryCall(wallet, market, call);
        _require(!_tryCall(wallet, market, call), "nobody redeems twice");
        uint256 paid = deployment.usdb.balanceOf(wallet) - before;
        _require(ok == (owed > 0) && paid == owed, "what is owed is paid");
        _require(!ok || (_isFinal(market) && !hadRedeemed), "once, after the outcome");
        paidOut[market] += paid;
    }

    function tradeToken(uint256 who, uint256 what, uint256 amount, bool isBuy) external {
        (address wallet, address market) = _select(who, what);
        uint256 most = isBuy ? MAX_AMOUNT : IERC20(market).balanceOf(wallet);
        if (most < 1e9) return;
        amount = bound(amountOf(amount, most), 1e9, most);
        address[] memory path = _pathToUsdb(market);
        if (isBuy) (path[0], path[2]) = (path[2], path[0]);
        vm.prank(wallet);
        if (isBuy) deployment.swap.buyTokens(amount, 0, path, false);
        else deployment.swap.sellTokens(amount, 0, path, false);
    }

    function wallets() external view returns (address[] memory) {
        return _wallets;
    }

    function markets() external view returns (address[] memory) {
        return _markets;
    }

    /// @dev Records the market as used and checks whether its pool is open.
    function _select(uint256 who, uint256 what) internal returns (address wallet, address market) {
        (wallet, market) = (_wallets[who % _wallets.length], _markets[what % _markets.length]);
        wasCalled[market] = true;
        _require(book.isPoolOpen(market) == (phaseOf(market) == 0), "the pool sells while nothing is known");
    }

    /// @dev Calls the market contract from a wallet. Trading never changes the phase of a market.
    function _tryCall(address wallet, address market, bytes memory call) private returns (bool ok) {
        uint256 before = phaseOf(market);
        vm.prank(wallet);
        (ok,) = address(book).call(call);
        _require(phaseOf(market) == before, "trades do not change the phase");
    }

    function _require(bool condition, string memory rule) internal {
        if (!condition && bytes(violation).length == 0) violation = rule;
    }

    /// @dev Phase of a market: 0 before its end or, if it is open-ended, before somebody has named its outcome.
    function phaseOf(address market) public view virtual returns (uint256);

    function _isFinal(address market) internal view returns (bool isFinal) {
        (,, isFinal,) = book.getState(market);
    }

    function _option(address market, uint256 seed) private view returns (uint8) {
        return uint8(seed % book.getNumOutcomes(market));
    }

    /// @dev One of the outcomes of a market, the three special ones, or one that does not exist.
    function _anyOutcome(address market, uint256 seed) internal view returns (uint8) {
        uint256 options = book.getNumOutcomes(market);
        uint256 index = seed % (options + 4);
        return uint8(index <= options ? index : 252 + index - options);
    }

    function _canEndWith(address market, uint8 outcome) internal view returns (bool) {
        return outcome == 254 || outcome < book.getNumOutcomes(market);
    }

    function _estimate(address market, uint8 outcome, uint256 usdc, uint256[] memory orderIds, address wallet)
        private
        view
        returns (uint256)
    {
        return deployment.reader.estimateSharesOut(address(book), market, outcome, usdc, orderIds, wallet);
    }

    /// @dev Up to four orders of an outcome, or of any. They include inactive orders, own orders and a missing one.
    function _orders(address market, uint256 from, uint256 outcome)
        private
        view
        returns (uint256[] memory orderIds)
    {
        uint256 count = book.nextOrderId(market) + 1;
        orderIds = new uint256[](4);
        uint256 found;
        for (uint256 i; i < count && found < 4; ++i) {
            uint256 orderId = (i + from % count) % count;
            (, uint8 of_,,,, bool active) = book.marketOrders(market, orderId);
            if (!active || outcome == type(uint256).max || of_ == outcome) orderIds[found++] = orderId;
        }
        // Shortens the array: `found` is at most its length.
        assembly ("memory-safe") {
            mstore(orderIds, found)
        }
    }

    function _isFillable(address wallet, address market, uint256 orderId) private view returns (bool) {
        (address seller, uint8 outcome,,, uint256 price, bool active) = book.marketOrders(market, orderId);
        if (!active || seller == wallet || _isFinal(market)) return false;
        if (!book.isPoolOpen(market)) return true;
        (uint256 reserve,,) = book.getOutcome(market, outcome);
        (,,, uint256 total) = book.getState(market);
        return price <= MarketMath.price(reserve, total);
    }

    function _pathToUsdb(address token) private view returns (address[] memory path) {
        bool isMain = token == address(deployment.main);
        path = new address[](isMain ? 2 : 3);
        path[0] = token;
        path[path.length - 2] = address(deployment.main);
        path[path.length - 1] = address(deployment.usdb);
    }
}
